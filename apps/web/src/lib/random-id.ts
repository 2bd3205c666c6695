const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random name of small letters and digits (rule B151): for what lives in this page alone, never for a secret. */
export function randomId(length = 8): string {
  return Array.from({ length }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
}
