import { type Block, blocksOf, escaped, pictureHtml } from './read-html.ts';
import { isNoise, withoutNoise } from './supplier-noise.ts';
import { tidyTitle } from './tidy-title.ts';
import { type Facts, LONGEST_DESCRIPTION, type Words } from './words.ts';

/** A supplier's own numbers say nothing to a shopper. */
const OWN_NUMBER = /\b(?:item|model|article|product|sku|style|part)\s*(?:number|no\.?|id|code)\b|^sku$/i;
/** More values than a shopper reads; the shop shows them to choose from in any case. */
const MOST_VALUES = 24;

const key = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

interface Fact {
  name: string;
  value: string;
}

/** "Material: wool" and the like, as a fact; undefined for a sentence. */
function factIn(text: string): Fact | undefined {
  const [, name, value] = /^([^:.,;!?]{1,40}):\s*([^\s.!?]|\S.*[^.!?])$/u.exec(text) ?? [];
  return name && value && !/^\/\//.test(value) && name.trim().split(/\s+/).length <= 4
    ? { name: name.trim(), value: value.trim() }
    : undefined;
}

const factHtml = ({ name, value }: Fact): string => `<li><strong>${escaped(name)}:</strong> ${escaped(value)}</li>`;

/** A line of the list: a fact by its name, or what only reads as a line. */
type Point = Fact | string;
const pointOf = (text: string): Point => factIn(text) ?? text;

/** What is known of the product beside its description: what the supplier lists, then what there is to choose from. */
function knownPoints(facts: Facts): Point[] {
  const chosen = facts.options
    .filter((option) => option.values.length > 0 && option.values.length <= MOST_VALUES)
    .map(({ name, values }) => ({ name, value: values.map((value) => value.trim()).join(', ') }));
  return [...facts.specifications, ...chosen].flatMap((fact) => {
    const [name, value] = [withoutNoise(fact.name), withoutNoise(fact.value)];
    if (isNoise(name) || isNoise(value) || OWN_NUMBER.test(name)) return [];
    return [pointOf(withoutNoise(`${name}: ${value}`))];
  });
}

interface Said {
  paragraphs: string[];
  points: Point[];
  pictures: string[];
}

/** Everything that is said of the product, each once, without shouts. */
function saidOf(blocks: readonly Block[], known: readonly Point[]): Said {
  const heard = new Set<string>();
  const names = new Set<string>();
  const fresh = (text: string): boolean => {
    const one = key(text);
    return one !== '' && !heard.has(one) && Boolean(heard.add(one));
  };
  const said: Said = { paragraphs: [], points: [], pictures: [] };
  const add = (point: Point): void => {
    if (typeof point !== 'string') {
      if (names.has(key(point.name)) || OWN_NUMBER.test(point.name)) return;
      names.add(key(point.name));
    }
    said.points.push(point);
  };
  for (const block of blocks) {
    if (block.kind === 'picture') said.pictures.push(pictureHtml(block));
    else
      for (const text of block.kind === 'text' ? [block.text] : block.items) {
        const quiet = withoutNoise(text);
        if (isNoise(quiet) || !fresh(quiet)) continue;
        const point = pointOf(quiet);
        if (block.kind === 'list' || typeof point !== 'string') add(point);
        else said.paragraphs.push(quiet);
      }
  }
  for (const point of known) if (fresh(typeof point === 'string' ? point : `${point.name}: ${point.value}`)) add(point);
  return { ...said, pictures: [...new Set(said.pictures)] };
}

/** As many pieces as fit into a description, from the first on. */
function fitting(pieces: readonly string[], room: { left: number }): string[] {
  const taken: string[] = [];
  for (const piece of pieces) {
    if (piece.length > room.left) break;
    room.left -= piece.length;
    taken.push(piece);
  }
  return taken;
}

/** What the supplier says in sentences, then everything that can be listed, then the pictures. */
export function describe(facts: Facts): string {
  const { paragraphs, points, pictures } = saidOf(blocksOf(facts.descriptionHtml), knownPoints(facts));
  const room = { left: LONGEST_DESCRIPTION - 20 };
  const text = fitting(
    paragraphs.map((one) => `<p>${escaped(one)}</p>`),
    room,
  );
  const list = fitting(
    points.map((point) => (typeof point === 'string' ? `<li>${escaped(point)}</li>` : factHtml(point))),
    room,
  );
  const shown = fitting(pictures, room);
  return [...text, list.length > 0 ? `<ul>${list.join('')}</ul>` : '', ...shown].join('');
}

/**
 * The writer of an installation without a model: no AI, and it never says that it is. It puts in order what is known of a
 * product and adds no word, no number and no claim; the language stays the product's own. Pure: the same facts give the same
 * words, and its own words stay as they are.
 */
export const templateWords = (facts: Facts): Words => ({
  title: tidyTitle(facts.title),
  description_html: describe(facts),
});
