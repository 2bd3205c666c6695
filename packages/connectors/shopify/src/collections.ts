import {
  type CollectionMembership,
  type CollectionPlan,
  type ConnectorContext,
  planCollections,
  type StoreCollection,
  type WantedCollections,
} from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors, type UserError } from './errors.ts';
import type { putMetafield } from './map-product.ts';
import { everyPage } from './pages.ts';

/** Most entries that Shopify takes in one list. */
const BATCH = 250;

const readKind = async (ctx: ConnectorContext, kind: 'custom' | 'smart'): Promise<StoreCollection[]> => {
  const query = `collection_type:${kind}`;
  const found = await everyPage(async (after) => (await run(ctx, documents.collections, { query, after })).collections);
  return found.map(({ id, title }) => ({ id, title, isAssignable: kind === 'custom' }));
};

/** All collections of the shop. Smart ones choose their products by conditions. */
export const readCollections = async (ctx: ConnectorContext): Promise<StoreCollection[]> => [
  ...(await readKind(ctx, 'custom')),
  ...(await readKind(ctx, 'smart')),
];

interface Membership {
  plan: CollectionPlan;
  membership: CollectionMembership;
}

/** What has to change so that a product is in the wanted collections. `put`: those that we put it into earlier. */
export async function readMembership(
  ctx: ConnectorContext,
  productId: string,
  wanted: WantedCollections,
  put: readonly string[],
): Promise<Membership> {
  const ids = [...new Set([...wanted.ids, ...put])];
  const known = new Map<string, boolean>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const { nodes } = await run(ctx, documents.membership, { ids: batch, productId }, batch.length);
    for (const node of nodes) if (node) known.set(node.id, node.hasProduct);
  }
  const there = [...known].filter(([, isMember]) => isMember).map(([id]) => id);
  const existing = wanted.ids.filter((id) => known.has(id));
  const plan = planCollections({ ...wanted, ids: existing }, put, there);
  return {
    plan,
    membership: {
      joined: existing.filter((id) => there.includes(id)),
      left: plan.left,
      gone: wanted.ids.filter((id) => !known.has(id)),
      refused: [],
    },
  };
}

const reasonOf = (errors: readonly UserError[]): string => errors.map(({ message }) => message).join('; ');

/**
 * Puts a product into collections and takes it out of others, with the record of it in the same request. `recordOf`: the
 * metafields that record the collections as ours. One that Shopify refuses stops only itself.
 */
export async function moveCollections(
  ctx: ConnectorContext,
  id: string,
  { plan, membership }: Membership,
  recordOf: (put: readonly string[]) => ReturnType<typeof putMetafield>[],
): Promise<{ put: readonly string[]; membership: CollectionMembership }> {
  const { join, leave, put } = plan;
  if (join.length + leave.length === 0) return { put, membership };
  const product = { id, collectionsToJoin: join, collectionsToLeave: leave };
  const variables = { product, metafields: recordOf(put) };
  const done = await run(ctx, documents.moveAndRecord, variables);
  refuseUserErrors('Shopify refused the record of the product', done.metafieldsSet?.userErrors ?? []);
  const errors = done.productUpdate?.userErrors ?? [];
  if (errors.length === 0) return { put, membership: { ...membership, joined: [...membership.joined, ...join] } };
  const refused: CollectionMembership['refused'] = [];
  const moveOne = async (collection: string, change: object): Promise<void> => {
    const { productUpdate } = await run(ctx, documents.moveCollections, { product: { id, ...change } });
    const faults = productUpdate?.userErrors ?? [];
    if (faults.length > 0) refused.push({ id: collection, reason: reasonOf(faults) });
  };
  for (const one of join) await moveOne(one, { collectionsToJoin: [one] });
  for (const one of leave) await moveOne(one, { collectionsToLeave: [one] });
  const isRefused = (one: string): boolean => refused.some((other) => other.id === one);
  return {
    put: [...put.filter((one) => !isRefused(one)), ...leave.filter(isRefused)],
    membership: {
      ...membership,
      joined: [...membership.joined, ...join.filter((one) => !isRefused(one))],
      refused,
    },
  };
}
