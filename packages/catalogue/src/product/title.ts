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

interface Words {
  /** The material's word in the title ('' when unsaid) and the materials it stands for. */
  said: [word: string, of: MaterialId[]][];
  extras: string[];
  total: number;
  step: number;
}

const words = new WeakMap<ObjectSpec, Words>();

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

function wordsOf(spec: ObjectSpec): Words {
  const known = words.get(spec);
  if (known !== undefined) return known;
  const said = new Map<string, MaterialId[]>();
  for (const material of spec.materials) {
    const word = UNSAID.has(material) || spec.noun.includes(material) ? '' : material;
    said.set(word, [...(said.get(word) ?? []), material]);
  }
  const extras = ['', ...spec.extras];
  const total = spec.styles.length * said.size * extras.length;
  let step = Math.max(1, Math.floor(total * 0.618));
  while (gcd(step, total) !== 1) step += 1;
  const made = { said: [...said], extras, total, step };
  words.set(spec, made);
  return made;
}

/**
 * The name of the `nth` product of a kind: another combination of style, material and ending each time. When they have
 * all been used, a model number keeps titles apart.
 */
export function naming(spec: ObjectSpec, nth: number, random: Random): Naming {
  const { said, extras, total, step } = wordsOf(spec);
  const at = (nth * step) % total;
  const style = spec.styles[at % spec.styles.length] ?? '';
  const rest = Math.floor(at / spec.styles.length);
  const [word, materials] = said[rest % said.length] ?? ['', ['Plastic' as const]];
  const extra = extras[Math.floor(rest / said.length)] ?? '';
  const model = nth < total ? '' : `Model ${Math.floor(nth / total) + 1}`;
  return {
    title: [style, word, spec.noun, extra, model].filter((part) => part !== '').join(' '),
    style,
    material: random.pick(materials),
  };
}

export function materialSays(material: MaterialId): string {
  return MATERIALS[material].says;
}

export function materialCare(material: MaterialId): string {
  return MATERIALS[material].care;
}
