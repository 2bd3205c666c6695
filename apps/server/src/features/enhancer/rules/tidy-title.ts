import { GOOD_TITLE, LONGEST_TITLE } from './enhanced-text.ts';
import { withoutNoise } from './supplier-noise.ts';

/** Uppercase abbreviations that stay when an all-caps title is converted. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'USB LED LCD OLED RGB HDMI UV PU PVC ABS TPU EVA BPA DIY GPS NFC RFID WIFI HD FHD UHD QHD TV PC CD DVD SD SSD HDD AC DC EU UK US ' +
    'USA XS XL XXL XXXL XXXXL SPF UPF IP AAA AA CE FM AM VR AR EDC MTB SUV ATV BBQ'
  ).split(' '),
);
/** Words that can't end a title, because their continuation was cut off. */
const LEADING = new Set(
  'a an the and or for with of to in on by from without as at & + / - – — | und für mit von et pour avec de des du y para con e per di en voor met van com'.split(
    ' ',
  ),
);

const isCapital = (word: string): boolean => /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word);
const isLower = (word: string): boolean => /\p{Ll}/u.test(word) && !/\p{Lu}/u.test(word);
/** Letters with a single uppercase form; others (ß, İ) would lengthen the title. */
const upper = (letter: string): string =>
  letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter;
const lower = (word: string): string => (word.toLowerCase().length === word.length ? word.toLowerCase() : word);
const capitalised = (word: string): string =>
  lower(word).replace(/(^|[-/(["'])(\p{Ll})/gu, (_all, before: string, letter: string) => before + upper(letter));

/** Converts an all-caps title to normal case; a title without capitals gets one. Anything else is left alone. */
function calm(title: string): string {
  const words = title.split(' ');
  const spoken = words.filter((word) => /\p{L}{4,}/u.test(word));
  if (spoken.length >= 2 && spoken.every(isCapital))
    return words
      .map((word, at) => {
        if (/\d/.test(word) || ABBREVIATIONS.has(word.replace(/[^\p{L}]/gu, ''))) return word;
        // Small words stay lowercase in the middle; at the end a single letter may be a size.
        const isSmall = at > 0 && at < words.length - 1 && word.length > 1 && LEADING.has(lower(word));
        return isSmall ? lower(word) : capitalised(word);
      })
      .join(' ');
  if (isLower(title)) return title.replace(/\p{Ll}/u, upper);
  return title;
}

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Removes immediately repeated words and word pairs, except numbers: "2 2" may be meaningful. */
function withoutDoubles(title: string): string {
  const words: string[] = [];
  const same = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && plain(one) !== '' && plain(one) === plain(other) && !/\p{N}/u.test(one);
  for (const word of title.split(' ')) {
    if (same(words.at(-1), word)) {
      // The second word's ending wins: "Bag Bag," keeps the comma.
      words[words.length - 1] = word.length > (words.at(-1) ?? '').length ? word : (words.at(-1) ?? '');
      continue;
    }
    words.push(word);
    if (words.length >= 4 && same(words.at(-1), words.at(-3)) && same(words.at(-2), words.at(-4))) words.splice(-4, 2);
  }
  return words.join(' ');
}

const trimmed = (title: string): string =>
  title.replace(/^[\s,;:|/.\-–—_~*]+|[\s,;:|/\-–—_~*]+$|(?<!\.)\.$/gu, '').trim();

/** Cuts at a separator, else between words; never between a number and its unit, nor after a leading word. */
function shortened(title: string): string {
  if (title.length <= GOOD_TITLE) return title;
  const head = title.slice(0, GOOD_TITLE + 1);
  const part = Math.max(...[',', ';', ' - ', ' – ', ' | '].map((mark) => head.lastIndexOf(mark)));
  if (part >= GOOD_TITLE / 2) return title.slice(0, part);
  const words = head
    .slice(0, head.lastIndexOf(' ') + 1)
    .trim()
    .split(' ');
  const dangles = (word: string) => LEADING.has(word.toLowerCase()) || /\d/.test(word) || plain(word) === '';
  while (words.length > 1 && dangles(words.at(-1) ?? '')) words.pop();
  const short = words.join(' ');
  // Without spaces, word boundaries are unknown.
  return short.length >= GOOD_TITLE / 3 ? short : title.slice(0, LONGEST_TITLE);
}

/** Removes unbalanced brackets. */
function balanced(title: string): string {
  const pairs: [string, string][] = [
    ['(', ')'],
    ['[', ']'],
  ];
  return pairs.reduce((text, [open, close]) => {
    if (text.split(open).length === text.split(close).length) return text;
    const at = text.lastIndexOf(open);
    return at > text.lastIndexOf(close) && at > 0
      ? text.slice(0, at)
      : text.replaceAll(open, ' ').replaceAll(close, ' ');
  }, title);
}

/** Adds a space after a comma between words, not in numbers. */
const spaced = (title: string): string => title.replace(/,(?=\p{L})/gu, ', ');

const once = (title: string): string =>
  trimmed(balanced(shortened(trimmed(calm(withoutDoubles(spaced(withoutNoise(title))))))));

/**
 * Cleans a supplier's title: no spam or repeated words, normal case, readable length. Adds nothing; a title that would
 * become empty is unchanged.
 */
export function tidyTitle(title: string): string {
  let now = title;
  // Repeats, because removing one match may create another.
  for (let round = 0; round < 8; round += 1) {
    const next = once(now);
    if (next === '' || next === now) break;
    now = next;
  }
  return now.trim();
}
