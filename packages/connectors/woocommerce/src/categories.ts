import {
  type CollectionMembership,
  type ConnectorContext,
  type ListingInput,
  planCollections,
  type StoreCollection,
} from '@quayside/connector-kit';
import { createClient, type WooClient } from './client.ts';
import { decodeEntities } from './entities.ts';
import { type RawProduct, rawCategory } from './raw.ts';

const BATCH = 100;
/** The category that WordPress gives a product without any. */
const DEFAULT_SLUG = 'uncategorized';

/** All categories of the shop, with their levels. */
export async function readCollections(ctx: ConnectorContext): Promise<StoreCollection[]> {
  const query = { _fields: 'id,name,parent' };
  const found = await createClient(ctx).all({ path: 'products/categories', query, shape: rawCategory });
  return found.map(({ id, name, parent }) => ({
    id: String(id),
    title: decodeEntities(name),
    ...(parent === 0 ? {} : { parentId: String(parent) }),
    isAssignable: true,
  }));
}

/** Ids of the categories that were chosen for a listing. */
export const chosenCategories = ({ collections }: ListingInput): number[] =>
  (collections?.ids ?? []).map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);

interface Merged {
  ids: { id: number }[];
  put: { categories: number[]; collections?: number[] };
  left: readonly string[];
}

/**
 * The categories of an update, with those that were chosen. `put`: those of an earlier choice that we put there; `byType`: the
 * categories of the product as far as its type decides them.
 */
export function mergeChosen(
  { collections: wanted }: ListingInput,
  product: RawProduct,
  put: readonly number[] | undefined,
  byType: { ids: { id: number }[]; put: number[] },
): Merged {
  const recorded = put === undefined ? {} : { collections: [...put] };
  if (!wanted) return { ids: byType.ids, put: { categories: byType.put, ...recorded }, left: [] };
  const there = byType.ids.map(({ id }) => String(id));
  const plan = planCollections(wanted, (put ?? []).map(String), there);
  const ids = [...there.filter((id) => !plan.leave.includes(id)), ...plan.join].map(Number);
  const [only] = product.categories;
  const hadDefault = product.categories.length === 1 && only?.slug === DEFAULT_SLUG;
  const isDefault = (id: number): boolean => hadDefault && id === only?.id && !wanted.ids.includes(String(id));
  return {
    ids: ids.filter((id) => ids.length === 1 || !isDefault(id)).map((id) => ({ id })),
    put: { categories: byType.put, collections: plan.put.map(Number) },
    left: plan.left,
  };
}

/** Those of some categories that the shop still has. */
async function existing(client: WooClient, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const query = { include: ids.slice(at, at + BATCH).join(','), per_page: BATCH, _fields: 'id,name,parent' };
    const page = await client.get({ path: 'products/categories', query, shape: rawCategory.array() });
    for (const { id } of page) found.add(String(id));
  }
  return found;
}

/** Where a product is after a write. WordPress ignores categories that it doesn't have. `left`: those that it had been taken out of. */
export async function membershipOf(
  client: WooClient,
  { collections: wanted }: ListingInput,
  product: RawProduct,
  left: readonly string[] = [],
): Promise<{ collections?: CollectionMembership }> {
  if (!wanted) return {};
  const there = new Set(product.categories.map(({ id }) => String(id)));
  const known = left.length > 0 ? await existing(client, left) : new Set<string>();
  return {
    collections: {
      joined: wanted.ids.filter((id) => there.has(id)),
      left: left.filter((id) => known.has(id)),
      gone: wanted.ids.filter((id) => !there.has(id) && !known.has(id)),
      refused: [],
    },
  };
}
