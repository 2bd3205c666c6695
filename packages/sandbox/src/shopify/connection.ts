import { badInput } from './errors.ts';

/** What an object of the API looks like to the executor: plain values, and functions for fields that take arguments or work. */
export type View = Record<string, unknown>;

export interface PageArgs {
  first?: number | null;
  last?: number | null;
  after?: string | null;
  before?: string | null;
  reverse?: boolean | null;
}

/** Most entries of a page and of a list in an input. */
export const LONGEST = 250;

export const writeCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function readCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badInput('Invalid cursor for current pagination sort.');
  }
}

/** The page of a bulk operation: all there is. */
export const EVERYTHING = 1_000_000_000;

/** The length of a page. Throws as Shopify does when it is not given or too long. */
export function pageLength(args: PageArgs): number {
  if (args.last || args.before) throw badInput('The sandbox supports forward pagination only: use first and after.');
  const { first } = args;
  if (first === EVERYTHING) return first;
  if (first === undefined || first === null) throw badInput('you must provide one of first or last');
  if (first < 0 || first > LONGEST) throw badInput(`The first argument must be between 0 and ${LONGEST}`);
  return first;
}

/** A page that was cut already. */
export function getConnection(nodes: { view: View; cursor: string }[], more: boolean, before: boolean): View {
  return {
    nodes: nodes.map((node) => node.view),
    edges: nodes.map((node) => ({ node: node.view, cursor: node.cursor })),
    pageInfo: {
      hasNextPage: more,
      hasPreviousPage: before,
      startCursor: nodes[0]?.cursor ?? null,
      endCursor: nodes.at(-1)?.cursor ?? null,
    },
  };
}

/** A page of a list that is in memory. The cursor is the place in the list. */
export function connection<T>(list: readonly T[], args: PageArgs, view: (item: T) => View): View {
  const first = pageLength(args);
  const ordered = args.reverse ? list.toReversed() : list;
  const start = args.after ? Number(readCursor(args.after)) + 1 : 0;
  if (!Number.isInteger(start)) throw badInput('Invalid cursor for current pagination sort.');
  const nodes = ordered.slice(start, start + first).map((item, at) => ({
    view: view(item),
    cursor: writeCursor(start + at),
  }));
  return getConnection(nodes, start + first < ordered.length, start > 0);
}
