import { say } from '../../../http/messages.ts';

/** Default name of a person's first workspace, in their language. */
export const firstWorkspaceName = ({ firstName, language }: { firstName: string; language: string }): string => {
  const name = firstName.trim();
  // Stored as a name, without the isolates used inside sentences.
  return say(language, name ? 'FIRST_WORKSPACE' : 'FIRST_WORKSPACE_PLAIN', { name }).replaceAll(/[\u2068\u2069]/g, '');
};
