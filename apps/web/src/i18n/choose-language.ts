import type { Language } from './languages.ts';

export interface LanguageChoice {
  /** Keeps the choice in this browser and changes the interface. */
  change(code: Language): Promise<void>;
  /** What else hangs on the language: the direction of writing. */
  follow(code: Language): void;
  isSignedIn(): boolean;
  /** Keeps it with the account. */
  save(code: Language): Promise<unknown>;
}

/** Changes the language (rule B051). What comes of keeping it with the account is nobody's matter (rule B053). */
export async function chooseLanguage(code: Language, choice: LanguageChoice): Promise<void> {
  await choice.change(code);
  choice.follow(code);
  if (choice.isSignedIn()) await choice.save(code).catch(() => undefined);
}

/** The language to begin with (rule B050): inside an admin the admin's, else the one of last time, else English. */
export const firstLanguage = (admin: Language | undefined, saved: Language): Language => admin ?? saved;
