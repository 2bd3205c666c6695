import bidiFactory from 'bidi-js';
import LineBreaker from 'linebreak';
import { faceOf, isArabicFace } from './faces.ts';

export type Direction = 'ltr' | 'rtl';

/** Letters drawn at once: one font, one direction. `text` is as the font's shaper takes it. */
export interface Run {
  text: string;
  face: string;
  width: number;
}
export interface Line {
  /** From left to right. */
  runs: Run[];
  width: number;
}

/** Width of letters in a font, in points. */
export type Measure = (text: string, face: string) => number;

const bidi = bidiFactory();

/** Overrides of the direction could make a text read as another one; tabs and the like have no glyph. */
const clean = (text: string): string =>
  text
    .replace(/[\u200b\u202a-\u202e\ufeff]/g, '')
    .replace(/\p{Cc}/gu, ' ')
    // Narrow spaces and the hyphen that doesn't break have no glyph in the fonts; French amounts have the former.
    .replace(/[\u2000-\u200a\u202f\u205f]/g, '\u00a0')
    .replace(/\u2011/g, '-');
/** Direction marks and isolates: they order a text, and are not drawn. */
const isMark = (letter: string): boolean => /[\u200e\u200f\u061c\u2066-\u2069]/.test(letter);

interface Piece {
  text: string;
  face: string;
  level: number;
}

/** Splits text into pieces of one font and one level; `levels` is by UTF-16 position in the whole text. */
function piecesOf(text: string, from: number, to: number, levels: Uint8Array): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece | undefined;
  for (let at = from; at < to; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const letter = String.fromCodePoint(codePoint);
    const level = levels[at] ?? 0;
    at += letter.length;
    if (isMark(letter)) continue;
    // Marks belong to the letter before them.
    const face = last && /\p{M}/u.test(letter) ? last.face : faceOf(codePoint);
    // Arabic digits run left to right, while the shaper takes everything of this font from right to left.
    const alone = isArabicFace(face) && level % 2 === 0;
    if (last && last.face === face && last.level === level && !alone) last.text += letter;
    else {
      last = { text: letter, face, level };
      pieces.push(last);
    }
  }
  return pieces;
}

/** Text as the shaper takes it: Arabic is turned around by its font, everything else here. */
function shaped({ text, face, level }: Piece): string {
  if (level % 2 === 0 || isArabicFace(face)) return text;
  const letters = [...new Intl.Segmenter().segment(text)].map(
    ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment,
  );
  return letters.reverse().join('');
}

/** Pieces in the order of the eye (UAX 9, rule L2). */
function reorder(pieces: readonly Piece[]): Piece[] {
  const line = [...pieces];
  const highest = Math.max(0, ...line.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let from = 0; from < line.length; from += 1) {
      if ((line[from]?.level ?? 0) < level) continue;
      let to = from;
      while (to < line.length && (line[to]?.level ?? 0) >= level) to += 1;
      line.splice(from, to - from, ...line.slice(from, to).reverse());
      from = to;
    }
  }
  return line;
}

/** Where a text may be broken: ends of words, and each letter of a word that is longer than a line. */
function* partsOf(
  text: string,
  isTooLong: (from: number, to: number) => boolean,
): Generator<{ from: number; to: number }> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (!isTooLong(from, next.position)) yield { from, to: next.position };
    else {
      for (const { segment, index } of new Intl.Segmenter().segment(text.slice(from, next.position)))
        yield { from: from + index, to: from + index + segment.length };
    }
    from = next.position;
  }
}

/** Breaks text into lines of a width and orders each for the eye. Line ends in the text are kept. */
export function breakLines(text: string, direction: Direction, width: number, measure: Measure): Line[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((paragraph) => breakParagraph(clean(paragraph), direction, width, measure));
}

function breakParagraph(text: string, direction: Direction, width: number, measure: Measure): Line[] {
  if (text.trim() === '') return [{ runs: [], width: 0 }];
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const widthOf = (from: number, to: number): number =>
    piecesOf(text, from, to, levels).reduce((sum, piece) => sum + measure(shaped(piece), piece.face), 0);
  const trimmed = (from: number, to: number): number => from + text.slice(from, to).trimEnd().length;
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  let sum = 0;
  const close = (): void => {
    const first = start + (text.slice(start, end).length - text.slice(start, end).trimStart().length);
    const runs = reorder(piecesOf(text, first, Math.max(first, trimmed(first, end)), levels)).map((piece): Run => {
      const letters = shaped(piece);
      return { text: letters, face: piece.face, width: measure(letters, piece.face) };
    });
    lines.push({ runs, width: runs.reduce((all, run) => all + run.width, 0) });
  };
  for (const { from, to } of partsOf(text, (a, b) => widthOf(a, trimmed(a, b)) > width)) {
    if (end > start && sum + widthOf(from, trimmed(from, to)) > width + 0.01) {
      close();
      start = from;
      sum = 0;
    }
    end = to;
    sum += widthOf(from, to);
  }
  close();
  return lines;
}

/** The fonts that a text needs. */
export const facesIn = (text: string): Set<string> =>
  new Set([...clean(text)].map((letter) => faceOf(letter.codePointAt(0) ?? 0)));
