import type { Search } from '../lib/url-state.ts';
import type { Choice } from './matching-choices.ts';

/** A filter of a list. Its value is in the URL under `key` (ranges: `<key>_min`, `<key>_max`). */
export type FilterDef =
  | {
      kind: 'choice';
      key: string;
      /** The subject of the text: "Status". */
      label: string;
      choices: readonly Choice[];
      /** Allows several values: "Status is paid or shipped". */
      many?: boolean;
      search?: boolean;
      /** What is typed in the search field, also once it opens: the choices may depend on it. */
      onSearch?(text: string): void;
    }
  | { kind: 'range'; key: string; label: string; unit?: 'money' | 'number' | 'days' | 'percent'; currency?: string }
  | { kind: 'dates'; key: string; label: string }
  | { kind: 'country'; key: string; label: string; only?: readonly string[] };

export type FilterValues = Record<string, string[]>;

/** URL parameters of a filter. */
export function filterKeys(filter: FilterDef): string[] {
  if (filter.kind === 'range') return [`${filter.key}_min`, `${filter.key}_max`];
  if (filter.kind === 'dates') return [`${filter.key}_from`, `${filter.key}_to`];
  return [filter.key];
}

/** All filter values in the URL. */
export function readFilters(filters: readonly FilterDef[], search: Search): FilterValues {
  const values: FilterValues = {};
  for (const key of filters.flatMap(filterKeys)) {
    const raw = search[key];
    if (raw !== undefined && raw !== '') values[key] = Array.isArray(raw) ? raw : [raw];
  }
  return values;
}

/** Whether a filter is active. */
export function isSet(filter: FilterDef, values: FilterValues): boolean {
  return filterKeys(filter).some((key) => (values[key]?.length ?? 0) > 0);
}
