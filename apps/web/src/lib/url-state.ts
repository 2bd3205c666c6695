import { type HistoryState, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

/** Parsed search parameters: strings, with lists for repeated ones. */
export type Search = Record<string, string | string[] | undefined>;

/** Parses `?a=1&b=x&b=y`. */
export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [key, value] of new URLSearchParams(text)) {
    const before = search[key];
    if (before === undefined) search[key] = value;
    else search[key] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return search;
}

/** Serializes search parameters with a question mark, or returns an empty text. */
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

/** A `validateSearch` for routes: the text parameters that links may set. The first of a repeated one counts. */
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

/**
 * The same for a list screen: search, tab, sort, page, open row, and `names` for its filters, which may have several
 * values.
 */
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

/** How one value is stored in the URL. Its default is left out. */
export interface UrlPart<T> {
  read(raw: string | string[] | undefined): T;
  write(value: T): string | string[] | undefined;
}

export const urlPart = {
  /** A text. */
  text: (fallback = ''): UrlPart<string> => ({
    read: (raw) => first(raw) ?? fallback,
    write: (value) => (value === fallback ? undefined : value),
  }),
  /** One of several values; anything else counts as the first. */
  choice: <const C extends string>(choices: readonly [C, ...C[]]): UrlPart<C> => ({
    read: (raw) => choices.find((choice) => choice === first(raw)) ?? choices[0],
    write: (value) => (value === choices[0] ? undefined : value),
  }),
  /** Several texts. */
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
  /** A boolean. */
  flag: (): UrlPart<boolean> => ({
    read: (raw) => first(raw) === '1',
    write: (value) => (value ? '1' : undefined),
  }),
};

export type UrlShape = Record<string, UrlPart<unknown>>;
export type UrlValues<S> = { [K in keyof S]: S[K] extends UrlPart<infer T> ? T : never };

/** Reads all values of a shape from search parameters. */
export function readUrl<S extends Record<keyof S, UrlPart<unknown>>>(shape: S, search: Search): UrlValues<S> {
  const entries = Object.entries(shape) as [string, UrlPart<unknown>][];
  return Object.fromEntries(entries.map(([key, part]) => [key, part.read(search[key])])) as UrlValues<S>;
}

/** Search parameters with `values`; parameters outside the shape are unchanged. */
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

/** History state of an entry opened from a list: closing it goes back there. */
export const FROM_LIST: HistoryState = { fromList: true };

interface SearchChange {
  /** Adds a history entry, so that Back undoes the change. */
  push?: boolean;
  /** History state; `true` keeps the current one. */
  state?: HistoryState | true;
}

/** The search parameters of the URL and a function that changes them without scrolling, for hooks shared by screens. */
export function useAddressSearch() {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const change = useCallback(
    (update: (before: Search) => Search, { push = false, state }: SearchChange = {}) => {
      // Read from the history, so that a second change in the same tick builds on the first.
      const { pathname, search: text } = router.history.location;
      const href = `${pathname}${stringifySearch(update(parseSearch(text)))}`;
      void router.navigate({ href, state, replace: !push, resetScroll: false });
    },
    [router],
  );
  return [search, change] as const;
}

/**
 * State of a screen stored in the URL, so that reload, Back and copied links restore it.
 *
 * @param shape declared once outside the component.
 * @returns the values and a setter; `push` adds a history entry.
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
