import { SHOWN_SEO_DESCRIPTION, SHOWN_SEO_TITLE } from '@quayside/contracts/seo-limits.ts';
import { type ContentText, type Facts, LONGEST_DESCRIPTION, type SeoText } from './enhanced-text.ts';
import { type Block, escaped, parseBlocks, pictureHtml } from './read-html.ts';
import { isNoise, withoutNoise } from './supplier-noise.ts';
import { tidyTitle } from './tidy-title.ts';

/** A supplier's own item numbers mean nothing to customers. */
const OWN_NUMBER = /\b(?:item|model|article|product|sku|style|part)\s*(?:number|no\.?|id|code)\b|^sku$/i;
/** Maximum listed option values; the shop shows all of them anyway. */
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

/** Parses "Material: wool" as a fact; undefined for a sentence. */
function factIn(text: string): Fact | undefined {
  const [, name, value] = /^([^:.,;!?]{1,40}):\s*([^\s.!?]|\S.*[^.!?])$/u.exec(text) ?? [];
  return name && value && !/^\/\//.test(value) && name.trim().split(/\s+/).length <= 4
    ? { name: name.trim(), value: value.trim() }
    : undefined;
}

const factHtml = ({ name, value }: Fact): string => `<li><strong>${escaped(name)}:</strong> ${escaped(value)}</li>`;

/** A list item: a named fact or a plain line. */
type Point = Fact | string;
const pointOf = (text: string): Point => factIn(text) ?? text;

/** Known facts besides the description: the supplier's specifications, then options. */
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

/** All statements about the product, without repetitions and spam. */
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

/** As many pieces as fit into a description, from the start. */
function fitting(pieces: readonly string[], room: { left: number }): string[] {
  const taken: string[] = [];
  for (const piece of pieces) {
    if (piece.length > room.left) break;
    room.left -= piece.length;
    taken.push(piece);
  }
  return taken;
}

/** The supplier's sentences, then everything that can be listed, then images. */
export function describe(facts: Facts): string {
  const { paragraphs, points, pictures } = saidOf(parseBlocks(facts.descriptionHtml), knownPoints(facts));
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
 * The writer without a model, which is not AI and never claims to be: it reorders known facts and adds no word, number
 * or claim. Deterministic and idempotent; the language stays the product's.
 */
export const templateWords = (facts: Facts): ContentText => ({
  title: tidyTitle(facts.title),
  description_html: describe(facts),
});

/** As many whole words as fit, without punctuation that leads on. */
function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most + 1);
  const end = cut.lastIndexOf(' ');
  return cut.slice(0, end > 0 ? end : most).replace(/[\s,;:–—-]+$/u, '');
}

/** Whole sentences as long as they fit; of a longer first one, as many words as fit. */
function cutSentences(texts: readonly string[], most: number): string {
  let taken = '';
  for (const text of texts.flatMap((one) => one.split(/(?<=[.!?。！？])\s+/u))) {
    const next = taken === '' ? text : `${taken} ${text}`;
    if (next.length > most) break;
    taken = next;
  }
  return taken || cutWords(texts[0] ?? '', most);
}

/** Texts for search engines from what is known: the tidied title and the first sentences, as long as search results show. */
export function templateSeo(facts: Facts): SeoText {
  const { paragraphs, points } = saidOf(parseBlocks(facts.descriptionHtml), knownPoints(facts));
  const lines = points.map((point) => (typeof point === 'string' ? point : `${point.name}: ${point.value}`));
  return {
    seo_title: cutWords(tidyTitle(facts.title), SHOWN_SEO_TITLE),
    seo_description: cutSentences(paragraphs.length > 0 ? paragraphs : [lines.join('. ')], SHOWN_SEO_DESCRIPTION),
  };
}
