import type { Call } from './call.ts';
import type { View } from './connection.ts';
import { notImplemented, type UserErrorView, userError } from './errors.ts';
import { gid, idOf } from './gid.ts';
import type { CollectionDoc, ProductDoc } from './model.ts';

/** The collections that every shop begins with. */
const FIRST: readonly { title: string; smartTag: string | null }[] = [
  { title: 'Kitchen', smartTag: null },
  { title: 'Gifts', smartTag: null },
  { title: 'Summer Sale', smartTag: null },
  { title: 'Everything New', smartTag: 'new' },
];

const slug = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');

function save(call: Call, title: string, smartTag: string | null): CollectionDoc {
  const { seed, store } = call;
  const made = { id: store.next(), title, handle: slug(title), smartTag, productIds: [], updatedAt: store.now() };
  store.save(seed.shop, 'collection', made);
  return made;
}

function listCollections(call: Call): CollectionDoc[] {
  const { seed, store } = call;
  if (store.byKey(seed.shop, 'collections', 'begun') === undefined) {
    store.setKey(seed.shop, 'collections', 'begun', 1);
    for (const { title, smartTag } of FIRST) save(call, title, smartTag);
  }
  return store.list(seed.shop, 'collection', { by: 'id', limit: 10_000, hidden: call.hidden });
}

/** Shopify's search among collections, as far as their kind goes. */
export function findCollections(call: Call, query: string | null | undefined): CollectionDoc[] {
  const all = listCollections(call);
  if (!query?.trim()) return all;
  const kind = /^collection_type:(custom|smart)$/.exec(query.trim())?.[1];
  if (!kind) throw notImplemented(`search among collections for: ${query}`);
  return all.filter((one) => (one.smartTag === null) === (kind === 'custom'));
}

export const isMember = (collection: CollectionDoc, product: ProductDoc): boolean =>
  collection.smartTag === null
    ? collection.productIds.includes(product.id)
    : product.tags.includes(collection.smartTag);

export const collectionsOf = (call: Call, product: ProductDoc): CollectionDoc[] =>
  listCollections(call).filter((one) => isMember(one, product));

export function collectionView(call: Call, collection: CollectionDoc): View {
  const members = () =>
    call.store
      .list(call.seed.shop, 'product', { by: 'id', limit: 100_000, hidden: call.hidden })
      .filter((product) => isMember(collection, product));
  return {
    __typename: 'Collection',
    id: gid('Collection', collection.id),
    legacyResourceId: String(collection.id),
    title: collection.title,
    handle: collection.handle,
    updatedAt: collection.updatedAt,
    hasProduct: ({ id }: { id: string }) => members().some((product) => product.id === idOf('Product', id)),
    productsCount: () => ({ count: members().length, precision: 'EXACT' }),
  };
}

export interface CollectionSet {
  title: string;
}

export function createCollection(call: Call, input: CollectionSet): CollectionDoc {
  const other = Object.keys(input).find((name) => name !== 'title');
  if (other) throw notImplemented(`collectionCreate input field ${other}`);
  listCollections(call);
  return save(call, input.title, null);
}

export function deleteCollection(
  call: Call,
  id: string,
): { deletedCollectionId: string | null; userErrors: UserErrorView[] } {
  const bare = idOf('Collection', id);
  const found = bare === undefined ? undefined : call.store.get(call.seed.shop, 'collection', bare);
  if (!found) return { deletedCollectionId: null, userErrors: [userError('Collection does not exist', ['id'])] };
  call.store.remove(call.seed.shop, 'collection', found.id);
  return { deletedCollectionId: id, userErrors: [] };
}

export interface MembershipChange {
  collectionsToJoin?: string[] | null;
  collectionsToLeave?: string[] | null;
}

/** Puts a product into manual collections and takes it out of others; all of them or none. */
export function changeMemberships(call: Call, productId: number, change: MembershipChange): UserErrorView[] {
  const { seed, store } = call;
  const all = listCollections(call);
  const find = (field: keyof MembershipChange) =>
    (change[field] ?? []).map((id) => ({ field, found: all.find((one) => one.id === idOf('Collection', id)) }));
  const moves = [...find('collectionsToJoin'), ...find('collectionsToLeave')];
  for (const { field, found } of moves) {
    if (!found) return [userError('Collection does not exist', [field])];
    if (found.smartTag !== null) return [userError("Can't manually add products to a smart collection", [field])];
  }
  for (const { field, found } of moves) {
    if (!found) continue;
    const others = found.productIds.filter((id) => id !== productId);
    const productIds = field === 'collectionsToJoin' ? [...others, productId] : others;
    store.save(seed.shop, 'collection', { ...found, productIds, updatedAt: store.now() });
  }
  return [];
}
