import type { AuditEntry } from '@quayside/contracts';
import { auditFact } from '@quayside/contracts/audit-facts/index.ts';
import { LANGUAGES } from '../../i18n/languages.ts';

/** A value of the trail as the record holds it. */
export const factText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

/** Whether a value is a moment as the database writes it: `2026-11-22T12:57:14.623343+00:00`. */
export const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value);

/** The namespaces that the words of `getWord` stand in, besides `audit` and `common`. */
export const FACT_TEXTS = [
  'autoUpdates',
  'claims',
  'channels',
  'documents',
  'images',
  'migrate',
  'monitoring',
  'moves',
  'notifications',
  'orders',
  'privacy',
  'products',
  'team',
  'wallet',
] as const;

/** The text that says a value of a column, such as `orders:placement.ready`; undefined for what is no word of ours. */
export function getWord(entity: string, field: string, value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'team:table.may' : 'team:table.mayNot';
  if ((typeof value !== 'string' && typeof value !== 'number') || value === '') return undefined;
  const fact = auditFact(entity, field);
  if (fact?.as !== 'words') return undefined;
  const { texts } = fact;
  return typeof texts === 'string' ? `${texts}${String(value).replaceAll('.', '_')}` : texts[value];
}

type Facts = Readonly<Record<string, unknown>> | null;

/**
 * The currency of a sum in minor units: that of the facts beside it, else that of the thing today, since of a change only what
 * differs is kept. Undefined for what is no sum, and for a sum whose currency nobody tells: one with a
 * column of its own is in no other.
 */
export function getCurrency(
  { entity, currency, before, after }: Pick<AuditEntry, 'entity' | 'currency' | 'before' | 'after'>,
  field: string,
  side: 'before' | 'after',
): string | undefined {
  const fact = auditFact(entity, field);
  if (fact?.as !== 'sum') return undefined;
  if (fact.currency) return fact.currency;
  const column = fact.currencyIn;
  const sides: Facts[] = side === 'before' ? [before, after] : [after, before];
  const told = sides.map((facts) => facts?.[column ?? 'currency']);
  return (
    told.find((one): one is string => typeof one === 'string' && one !== '') ??
    (column ? undefined : (currency ?? undefined))
  );
}

/** How a value is said: by a text, as a sum, a moment, a country, somebody's proper name, or as it stands. */
export type Said =
  | { as: 'word'; key: string; text: string }
  | { as: 'sum'; amount: number; currency: string }
  | { as: 'none' }
  | { as: 'pictures'; count: number; isAll: boolean }
  | { as: 'options'; options: { name: string; values: string[] }[] }
  | { as: 'country' | 'moment' | 'proper' | 'text'; text: string };

/** How many pictures a product has. A long list is cut in the record: then as many as are still in it. */
function picturesIn(value: unknown): Said | undefined {
  if (Array.isArray(value))
    return value.length > 0 ? { as: 'pictures', count: value.length, isAll: true } : { as: 'none' };
  if (typeof value !== 'string' || !/^\[\s*\{/.test(value)) return undefined;
  const count = value.match(/"url":/g)?.length ?? 0;
  return count > 0 ? { as: 'pictures', count, isAll: false } : undefined;
}

const isText = (one: unknown): one is string => typeof one === 'string';

/** A product's options with their values. Undefined for a list that was cut in the record. */
function optionsIn(value: unknown): Said | undefined {
  if (!Array.isArray(value)) return undefined;
  if (value.length === 0) return { as: 'none' };
  const options = value.flatMap((one: unknown) => {
    const { name, values } = (one ?? {}) as { name?: unknown; values?: unknown };
    return isText(name) && Array.isArray(values) && values.every(isText) ? [{ name, values }] : [];
  });
  return options.length === value.length ? { as: 'options', options } : undefined;
}

/** How one value of a column is said; lists are said one by one. `currency` as `getCurrency` gives it. */
export function said(entity: string, field: string, value: unknown, currency?: string): Said {
  const text = factText(value);
  if (value === null || value === undefined || value === '') return { as: 'none' };
  if (isMoment(value)) return { as: 'moment', text };
  const as = auditFact(entity, field)?.as;
  if (as === 'pictures') return picturesIn(value) ?? { as: 'text', text };
  if (as === 'options') return optionsIn(value) ?? { as: 'text', text };
  if (typeof value === 'number' && currency) return { as: 'sum', amount: value, currency };
  const key = getWord(entity, field, value);
  if (key) return { as: 'word', key, text };
  if (typeof value !== 'string') return { as: 'text', text };
  if (as === 'country') return { as, text };
  if (as === 'connector') return { as: 'proper', text };
  if (as === 'language') return { as: 'text', text: LANGUAGES.find((one) => one.code === value)?.name ?? text };
  return { as: 'text', text };
}

/** The values of a list one by one; anything else, and a list of larger things, is one. An empty list is nothing. */
export const getParts = (value: unknown): unknown[] => {
  if (!Array.isArray(value) || !value.every((one) => typeof one !== 'object' || one === null)) return [value];
  return value.length > 0 ? value : [null];
};
