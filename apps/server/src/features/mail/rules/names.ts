import { oneLine } from './letter.ts';

const WORD_JOINER = '\u2060';

/**
 * A text that somebody wrote about himself, inside a mail to somebody else: mail programs make links of what looks like an
 * address, and then a stranger's name would lead where he wants, in our name. It reads the same.
 */
export const disarmed = (text: string): string => oneLine(text).replace(/([.:/@])(?=\S)/g, `$1${WORD_JOINER}`);

/** Whether a name can be called: there is one, and it is no address, the reader's own apart. */
export const canBeGreeted = (name: string, recipient: string): boolean =>
  name !== '' && (name === recipient || !/[@/:]|\.\p{L}{2}/u.test(name));
