import { say } from '../../../http/messages.ts';

/** What the first workspace of a person is called, in the person's language, until the person calls it something else. */
export const firstWorkspaceName = ({ firstName, language }: { firstName: string; language: string }): string => {
  const name = firstName.trim();
  // Kept as a name: without the signs that set words apart inside a sentence.
  return say(language, name ? 'FIRST_WORKSPACE' : 'FIRST_WORKSPACE_PLAIN', { name }).replaceAll(/[\u2068\u2069]/g, '');
};
