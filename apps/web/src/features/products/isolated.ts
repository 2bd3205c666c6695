/**
 * A name in its own direction inside a page that is read from the right, where only a plain text can be given: English
 * words with a number or a point at their edge would else be torn apart.
 */
export const isolated = (text: string): string => (document.dir === 'rtl' ? `\u2068${text}\u2069` : text);
