/** An object of structured data. */
export type Node = Readonly<Record<string, unknown>>;

const MOST_NODES = 5_000;
const MOST_DEPTH = 8;

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One or many, as schema.org allows both everywhere; nested lists are one list. */
export const toList = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.flat(2) : [value];

/** The types of an object without their vocabulary ("http://schema.org/Product" is "Product"). */
export const getTypes = (node: Node): string[] =>
  toList(node['@type']).flatMap((type) => (typeof type === 'string' ? (type.split(/[/#:]/).at(-1) ?? '') : []));

/** Reads JSON as pages write it: with a comment around it, a control sign in a text, or a comma too many. Undefined: not JSON. */
function parse(text: string): unknown {
  const bare = text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\]\]>|;)\s*$/, '');
  for (const tried of [bare, bare.replace(/\p{Cc}/gu, ' ').replace(/,\s*([}\]])/g, '$1')])
    try {
      return JSON.parse(tried);
    } catch {
      // The next way of reading it may do.
    }
  return undefined;
}

/** The objects of a page's structured data, and a way to follow a reference to one of them. */
export interface Graph {
  /** Those that the page is about: at the top, in a graph, or the main one of a page; not what hangs on others. */
  top: readonly Node[];
  /** The object itself, or the one that its `@id` names. */
  whole(value: unknown): Node | undefined;
  /** Each object of one or many, at most so many. */
  wholes(value: unknown, most: number): Node[];
}

/** Takes the structured data of a page together. It is bounded: what comes after so many objects is not looked at. */
export function buildGraph(texts: readonly string[]): Graph {
  const top: Node[] = [];
  const named = new Map<string, Node>();
  let count = 0;
  const name = (value: unknown, depth: number): void => {
    if (depth > MOST_DEPTH || count > MOST_NODES) return;
    if (Array.isArray(value)) for (const one of value) name(one, depth + 1);
    else if (isNode(value)) {
      count += 1;
      const id = value['@id'];
      if (typeof id === 'string' && Object.keys(value).length > 1 && !named.has(id)) named.set(id, value);
      for (const one of Object.values(value)) if (typeof one === 'object') name(one, depth + 1);
    }
  };
  const whole = (value: unknown): Node | undefined => {
    if (!isNode(value)) return undefined;
    const id = value['@id'];
    return typeof id === 'string' && Object.keys(value).length === 1 ? named.get(id) : value;
  };
  const take = (value: unknown, depth: number): void => {
    if (depth > MOST_DEPTH || top.length > MOST_NODES) return;
    if (Array.isArray(value)) for (const one of value.slice(0, MOST_NODES)) take(one, depth + 1);
    const node = whole(value);
    if (!node) return;
    top.push(node);
    take(node['@graph'], depth + 1);
    take(node.mainEntity, depth + 1);
  };
  const roots = texts.map(parse);
  for (const root of roots) name(root, 0);
  for (const root of roots) take(root, 0);
  const wholes = (value: unknown, most: number): Node[] =>
    toList(value)
      .slice(0, most)
      .map(whole)
      .filter((node) => node !== undefined);
  return { top, whole, wholes };
}
