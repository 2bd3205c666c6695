import { badInput, notImplemented } from './errors.ts';
import { idOf } from './gid.ts';
import type { ListInput } from './store.ts';
import { toSecond } from './store.ts';

type Bound = NonNullable<ListInput['bounds']>[number];

const TERM = /(\w+):\s*(>=|<=|>|<)?\s*(?:'([^']*)'|"([^"]*)"|([^\s()]+))/g;

function dateBound(op: Bound['op'] | undefined, value: string): Bound {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) throw badInput(`Invalid date in the search: ${value}`);
  if (!op) throw notImplemented('search for the exact second of an update');
  // Times are kept to the second: a fraction must not hide what happened in that second.
  return { column: 'updated_at', op, value: toSecond(at.toISOString()) };
}

function idBound(op: Bound['op'] | undefined, value: string): Bound {
  const id = Number(idOf('Order', value) ?? idOf('Product', value) ?? value);
  if (!Number.isSafeInteger(id)) throw badInput(`Invalid id in the search: ${value}`);
  if (!op) throw notImplemented('search for one id: use the query by id');
  return { column: 'id', op, value: id };
}

/**
 * Shopify's search syntax, as far as updated_at and id ranges go, joined by AND. Shopify ignores what it does not know;
 * the sandbox refuses it, because a filter that silently does nothing is the worse surprise.
 */
export function parseSearch(query: string | null | undefined): Bound[] {
  if (!query?.trim()) return [];
  const bounds: Bound[] = [];
  const rest = query.replaceAll(
    TERM,
    (_all, field: string, op: Bound['op'], single?: string, double?: string, bare?: string) => {
      const value = single ?? double ?? bare ?? '';
      if (field === 'updated_at') bounds.push(dateBound(op, value));
      else if (field === 'id') bounds.push(idBound(op, value));
      else throw notImplemented(`search by ${field}`);
      return ' ';
    },
  );
  if (!/^(\s|AND)*$/.test(rest)) throw notImplemented(`search syntax for: ${rest.trim()}`);
  return bounds;
}
