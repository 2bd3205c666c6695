import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';

/** Weights in documents. */
export type Weight = 400 | 600;

/** A file of a font family: the letters that it has, and where it is. */
interface FontFile {
  name: string;
  path: string;
  ranges: readonly (readonly [number, number])[];
}

const require = createRequire(import.meta.url);

/** Families by preference for a letter that several have: Latin letters and digits always look the same. */
const FAMILIES = [
  {
    ranges: require.resolve('@fontsource-variable/inter/unicode.json'),
    file: 'inter',
    subsets: ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'],
  },
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-arabic/unicode.json'),
    file: 'noto-sans-arabic',
    subsets: ['arabic'],
  },
  // Simplified Chinese comes as about 100 files; those with a number are its letters, with kana and Hangul among them.
  {
    ranges: require.resolve('@fontsource-variable/noto-sans-sc/unicode.json'),
    file: 'noto-sans-sc',
    subsets: undefined,
  },
] as const;

/** Parses a list of Unicode ranges as CSS writes it: `U+41-5a,U+e9`. */
export const parseRanges = (list: string): [number, number][] =>
  list.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });

let files: readonly FontFile[] | undefined;

function fontFiles(): readonly FontFile[] {
  files ??= FAMILIES.flatMap((family) => {
    const ranges: Record<string, string> = JSON.parse(readFileSync(family.ranges, 'utf8'));
    const names = family.subsets ?? Object.keys(ranges).filter((name) => name.startsWith('['));
    return names.map((name): FontFile => {
      const subset = name.replace(/[[\]]/g, '');
      return {
        name: `${family.file}-${subset}`,
        path: join(dirname(family.ranges), `files/${family.file}-${subset}-wght-normal.woff2`),
        ranges: parseRanges(ranges[name] ?? ''),
      };
    });
  });
  return files;
}

/** The font of a letter that no font has: its box is shown. */
const LAST = 'inter-latin';
const found = new Map<number, string>();

/** The font file that has a letter. */
export function faceOf(codePoint: number): string {
  let face = found.get(codePoint);
  if (face === undefined) {
    const has = ({ ranges }: FontFile) => ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
    face = fontFiles().find(has)?.name ?? LAST;
    // Bounded: texts come from outside, and there are over a million code points.
    if (found.size > 20_000) found.clear();
    found.set(codePoint, face);
  }
  return face;
}

export const isArabicFace = (face: string): boolean => face.startsWith('noto-sans-arabic');

/** Instances kept in memory, 0.1 MB each on average. */
const MOST_KEPT = 80;
const kept = new Map<string, Promise<Buffer>>();

async function readFace(face: string, weight: Weight): Promise<Buffer> {
  const file = fontFiles().find(({ name }) => name === face);
  if (!file) throw new Error(`unknown font ${face}`);
  const instance = await subsetFont(await readFile(file.path), undefined, {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
    keepAllGlyphs: true,
  });
  // fontkit reads the header of an empty last glyph, which lies behind the end of the file.
  return Buffer.concat([instance, Buffer.alloc(16)]);
}

/** A font of one weight as TrueType, made from the variable web font. */
export function loadFace(face: string, weight: Weight): Promise<Buffer> {
  const key = `${face}-${weight}`;
  const known = kept.get(key);
  kept.delete(key);
  const instance = known ?? readFace(face, weight);
  instance.catch(() => kept.delete(key));
  kept.set(key, instance);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
  return instance;
}
