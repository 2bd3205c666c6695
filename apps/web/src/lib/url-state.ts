import { type HistoryState, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** The search part of an address as the app holds it: plain words, lists repeated. */
export type Search = Record<string, string | string[] | undefined>;

/** Reads `?a=1&b=x&b=y`. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = search[key];
    if (before === undefined) search[key] = value;
    else search[key] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** Writes the search part, with its question mark, or nothing. */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value === undefined || value === null || value === '') continue;
    for (const one of Array.isArray(value) ? value : [value]) params.append(key, String(one));
  }
  const text = params.toString();
  return text ? `?${text}` : '';
}

function first(raw: unknown): string | undefined {
  const one: unknown = Array.isArray(raw) ? raw[0] : raw;
  return typeof one === 'string' ? one : undefined;
}

type Texts<N extends string> = { [K in N]?: string };

/** A route's `validateSearch`: the parameters that its links may set, each one text. The first of a repeated one counts. */
export function textSearch<const N extends string>(...names: readonly N[]) {
  return (search: Record<string, unknown>): Texts<N> => {
    const known: Texts<N> = {};
    for (const name of names) {
      const text = first(search[name]);
      if (text !== undefined) known[name] = text;
    }
    return known;
  };
}

/** The same for a list screen: its search, tab, sort, page and open row, and `names` for its filters, which may hold several values. */
export function listSearch<const N extends string = never>(...names: readonly N[]) {
  const texts = textSearch('q', 'tab', 'sort', 'page', 'open');
  return (search: Record<string, unknown>): ReturnType<typeof texts> & { [K in N]?: string | string[] } => {
    const known: { [K in N]?: string | string[] } = {};
    for (const name of names) {
      const raw = search[name];
      if (typeof raw === 'string') known[name] = raw;
      else if (Array.isArray(raw)) known[name] = raw.filter((one) => typeof one === 'string');
    }
    return { ...known, ...texts(search) };
  };
}

/** How one part of a screen's state is kept in the address. Equal to its default, it is left out. */
export interface UrlPart<T> {
  read(raw: string | string[] | undefined): T;
  write(value: T): string | string[] | undefined;
}

export const urlPart = {
  /** A word. */
  text: (fallback = ''): UrlPart<string> => ({
    read: (raw) => first(raw) ?? fallback,
    write: (value) => (value === fallback ? undefined : value),
  }),
  /** One of several words; anything else in the address counts as the first. */
  choice: <const C extends string>(choices: readonly [C, ...C[]]): UrlPart<C> => ({
    read: (raw) => choices.find((choice) => choice === first(raw)) ?? choices[0],
    write: (value) => (value === choices[0] ? undefined : value),
  }),
  /** Several words. */
  list: (): UrlPart<string[]> => ({
    read: (raw) => (raw === undefined ? [] : Array.isArray(raw) ? raw : [raw]),
    write: (value) => (value.length > 0 ? value : undefined),
  }),
  /** A number, or none. */
  number: (): UrlPart<number | undefined> => ({
    read: (raw) => {
      const value = Number(first(raw));
      return first(raw) === undefined || first(raw) === '' || !Number.isFinite(value) ? undefined : value;
    },
    write: (value) => (value === undefined ? undefined : String(value)),
  }),
  /** Yes or no. */
  flag: (): UrlPart<boolean> => ({
    read: (raw) => first(raw) === '1',
    write: (value) => (value ? '1' : undefined),
  }),
};

export type UrlShape = Record<string, UrlPart<unknown>>;
export type UrlValues<S> = { [K in keyof S]: S[K] extends UrlPart<infer T> ? T : never };

/** All values of a shape, read from a search. */
export function readUrl<S extends Record<keyof S, UrlPart<unknown>>>(shape: S, search: Search): UrlValues<S> {
  const entries = Object.entries(shape) as [string, UrlPart<unknown>][];
  return Object.fromEntries(entries.map(([key, part]) => [key, part.read(search[key])])) as UrlValues<S>;
}

/** The search that holds `values`; what the shape does not know stays as it was. */
export function writeUrl<S extends Record<keyof S, UrlPart<unknown>>>(
  shape: S,
  search: Search,
  patch: Partial<UrlValues<S>>,
): Search {
  const next: Search = { ...search };
  const parts = shape as unknown as Record<string, UrlPart<unknown>>;
  for (const [key, value] of Object.entries(patch)) {
    const written = parts[key]?.write(value);
    if (written === undefined) delete next[key];
    else next[key] = written;
  }
  return next;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    fromList?: true;
  }
}

/** State of a history entry that was opened from the list before it: closing it goes back there. */
export const FROM_LIST: HistoryState = { fromList: true };

interface SearchChange {
  /** Makes it a step that Back undoes. */
  push?: boolean;
  /** State of the history entry; `true` keeps what it has. */
  state?: HistoryState | true;
}

/** The search of the address, and a function that changes it, for hooks that serve many screens; the page does not scroll. */
export function useAddressSearch() {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const change = useCallback(
    (update: (before: Search) => Search, { push = false, state }: SearchChange = {}) => {
      // From the history: a second change in the same turn builds on the first.
      const { pathname, search: text } = router.history.location;
      const href = `${pathname}${stringifySearch(update(parseSearch(text)))}`;
      void router.navigate({ href, state, replace: !push, resetScroll: false });
    },
    [router],
  );
  return [search, change] as const;
}

/**
 * The state of a screen, held by its address: reload, back, and a copied link all give the same screen.
 *
 * @param shape declared once outside the component.
 * @returns the values and a setter; `push` makes the change a step that Back undoes.
 */
export function useUrlState<S extends Record<keyof S, UrlPart<unknown>>>(shape: S) {
  const [search, change] = useAddressSearch();
  const values = useMemo(() => readUrl(shape, search), [shape, search]);
  const set = useCallback(
    (patch: Partial<UrlValues<S>>, options: { push?: boolean } = {}) =>
      change((before) => writeUrl(shape, before, patch), options),
    [shape, change],
  );
  return [values, set] as const;
}
