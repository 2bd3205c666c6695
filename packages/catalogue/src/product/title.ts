import { MATERIALS, type MaterialId } from '../materials.ts';
import type { ObjectSpec } from '../object-spec.ts';
import type { Random } from '../random.ts';

/** Materials whose name says little to a shopper: they stand in the specifications, not in the title. */
const UNSAID: ReadonlySet<MaterialId> = new Set([
  'ABS',
  'Acrylic',
  'Cardboard',
  'Cellulose',
  'Fiberglass',
  'Foam',
  'Latex',
  'Mesh',
  'Minky Plush',
  'Nylon',
  'PU Leather',
  'Paper',
  'Plant Oils',
  'Plastic',
  'Polyester',
  'Recycled Paper',
  'Recycled Plastic',
  'Recycled Plush',
  'Recycled Polyester',
  'Resin',
  'Short Plush',
  'Spandex',
  'Steel',
  'Vinyl',
  'Viscose',
]);

export interface Naming {
  title: string;
  style: string;
  material: MaterialId;
}

interface Name {
  style: string;
  /** The material's word in the title ('' when unsaid) and the materials it stands for. */
  said: string;
  of: MaterialId[];
  extra: string;
}

interface Names {
  all: Name[];
  /** Coprime to their number, so that neighbours differ and every one is met. */
  step: number;
}

const known = new WeakMap<ObjectSpec, Names>();
const SMALL_WORDS: ReadonlySet<string> = new Set(['and', 'for', 'of', 'to', 'in', 'on', 'as', 'a']);

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The words of a part of a title without their endings: "Cable-Knit" and "Knits" share one. */
function stems(part: string): string[] {
  return part
    .toLowerCase()
    .split(/[^a-z0-9']+/)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:en|ing|s|ed|y)$/, '') : word));
}

function materialWords(spec: ObjectSpec): [said: string, of: MaterialId[]][] {
  const said = new Map<string, MaterialId[]>();
  for (const material of spec.materials) {
    const word = UNSAID.has(material) || spec.noun.includes(material) ? '' : material === 'Wood' ? 'Wooden' : material;
    said.set(word, [...(said.get(word) ?? []), material]);
  }
  return [...said];
}

/** All combinations of style, material and ending that do not say a word twice. */
function namesOf(spec: ObjectSpec): Names {
  const before = known.get(spec);
  if (before !== undefined) return before;
  const noun = [...new Set(stems(spec.noun))];
  const all: Name[] = [];
  for (const extra of ['', ...spec.extras]) {
    const tail = [...noun, ...stems(extra)];
    for (const [said, of] of materialWords(spec)) {
      const middle = [...stems(said), ...tail];
      for (const style of spec.styles) {
        const words = [...stems(style), ...middle];
        if (new Set(words).size === words.length) all.push({ style, said, of, extra });
      }
    }
  }
  let step = Math.max(1, Math.floor(all.length * 0.618));
  while (gcd(step, all.length) > 1) step += 1;
  const names = { all, step };
  known.set(spec, names);
  return names;
}

/** "Crew Socks for Hiking", but "Crew Socks, 3 Pairs". */
function withExtra(noun: string, extra: string): string {
  if (extra === '') return noun;
  return /^(?:with|for|in|on|as) /.test(extra) ? `${noun} ${extra}` : `${noun}, ${extra}`;
}

/**
 * The name of the `nth` product of a kind: another combination of style, material and ending each time. When they have
 * all been used, a model number keeps titles apart. Throws RangeError for a kind whose words leave no title.
 */
export function naming(spec: ObjectSpec, nth: number, random: Random): Naming {
  const { all, step } = namesOf(spec);
  const name = all[(nth * step) % all.length];
  if (name === undefined) throw new RangeError(`No title template for ${spec.noun}`);
  const round = Math.floor(nth / all.length);
  const title = [name.style, name.said, withExtra(spec.noun, name.extra)].filter((part) => part !== '').join(' ');
  return {
    title: round === 0 ? title : `${title}, Model ${round + 1}`,
    style: name.style,
    material: random.pick(name.of),
  };
}

export function materialSays(material: MaterialId): string {
  return MATERIALS[material].says;
}

export function materialCare(material: MaterialId): string {
  return MATERIALS[material].care;
}
