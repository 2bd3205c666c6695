const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A random id of lowercase letters and digits (rule B151), for use within this page; never for secrets. */
export function randomId(length = 8): string {
  return Array.from({ length }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)]).join('');
}
