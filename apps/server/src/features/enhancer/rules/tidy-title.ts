import { withoutNoise } from './supplier-noise.ts';
import { GOOD_TITLE, LONGEST_TITLE } from './words.ts';

/** Short words in capitals that are abbreviations, and stay so when a shouted title is calmed. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  (
    'USB LED LCD OLED RGB HDMI UV PU PVC ABS TPU EVA BPA DIY GPS NFC RFID WIFI HD FHD UHD QHD TV PC CD DVD SD SSD HDD AC DC EU UK US ' +
    'USA XS XL XXL XXXL XXXXL SPF UPF IP AAA AA CE FM AM VR AR EDC MTB SUV ATV BBQ'
  ).split(' '),
);
/** Words that a title does not end with: what they lead to was cut off. */
const LEADING = new Set(
  'a an the and or for with of to in on by from without as at & + / - – — | und für mit von et pour avec de des du y para con e per di en voor met van com'.split(
    ' ',
  ),
);

const isCapital = (word: string): boolean => /\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word);
const isLower = (word: string): boolean => /\p{Ll}/u.test(word) && !/\p{Lu}/u.test(word);
/** Letters that have one counterpart; of others (ß, İ) a title would grow. */
const upper = (letter: string): string =>
  letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter;
const lower = (word: string): string => (word.toLowerCase().length === word.length ? word.toLowerCase() : word);
const capitalised = (word: string): string =>
  lower(word).replace(/(^|[-/(["'])(\p{Ll})/gu, (_all, before: string, letter: string) => before + upper(letter));

/** A title that shouts is calmed word by word; one without any capital begins with one. Anything else is somebody's choice. */
function calm(title: string): string {
  const words = title.split(' ');
  const spoken = words.filter((word) => /\p{L}{4,}/u.test(word));
  if (spoken.length >= 2 && spoken.every(isCapital))
    return words
      .map((word, at) => {
        if (/\d/.test(word) || ABBREVIATIONS.has(word.replace(/[^\p{L}]/gu, ''))) return word;
        // Small words stay small between others; at the end a single letter may be a size.
        const isSmall = at > 0 && at < words.length - 1 && word.length > 1 && LEADING.has(lower(word));
        return isSmall ? lower(word) : capitalised(word);
      })
      .join(' ');
  if (isLower(title)) return title.replace(/\p{Ll}/u, upper);
  return title;
}

const plain = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Words, and pairs of words, that stand twice after each other. Numbers may: "2 2" may mean something. */
function withoutDoubles(title: string): string {
  const words: string[] = [];
  const same = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && plain(one) !== '' && plain(one) === plain(other) && !/\p{N}/u.test(one);
  for (const word of title.split(' ')) {
    if (same(words.at(-1), word)) {
      // The end of the second one counts: "Bag Bag," goes on after a comma.
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

/** Cut where a part ends, else between words; never between a number and what it counts, nor before what a word leads to. */
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
  // Without spaces nobody here can tell where a word ends.
  return short.length >= GOOD_TITLE / 3 ? short : title.slice(0, LONGEST_TITLE);
}

/** A bracket that was opened and not closed, or the other way round, is not text. */
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

/** A comma between words is followed by a space; in a number it is part of it. */
const spaced = (title: string): string => title.replace(/,(?=\p{L})/gu, ', ');

const once = (title: string): string =>
  trimmed(balanced(shortened(trimmed(calm(withoutDoubles(spaced(withoutNoise(title))))))));

/**
 * A supplier's title put in order: without shouts and doubled words, in calm letters, short enough to be read. Every word is
 * the supplier's; nothing is added. What would leave nothing stays as it is.
 */
export function tidyTitle(title: string): string {
  let now = title;
  // Taking one thing away may bring two others together.
  for (let round = 0; round < 8; round += 1) {
    const next = once(now);
    if (next === '' || next === now) break;
    now = next;
  }
  return now.trim();
}
