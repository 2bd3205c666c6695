import {
  type ConnectorContext,
  ConnectorError,
  type ConnectorErrorKind,
  type ListingChange,
} from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import type { OpenStore } from '../../connections/index.ts';
import type { ListedTarget } from '../../products/index.ts';
import type { ChangeRow } from '../tables.ts';

/** A listing's changes to write. */
export interface ListingWrite {
  target: ListedTarget;
  changes: readonly ChangeRow[];
}

/** How a write to one listing went: written, refused by the store, or not possible now. */
export type WriteResult = 'done' | { kind: 'failed'; error: ConnectorError } | { kind: 'later'; error: ConnectorError };

/** Failures of the store as a whole: the others would meet them too. */
const STOPS: readonly ConnectorErrorKind[] = ['auth', 'rate-limited'];
const REFUSALS: readonly ConnectorErrorKind[] = ['rejected', 'not-found', 'unexpected'];

/** Runs one listing's write, so that its failure concerns no other. */
async function attempt(write: () => Promise<void>): Promise<WriteResult> {
  try {
    await write();
    return 'done';
  } catch (error) {
    if (!(error instanceof ConnectorError) || STOPS.includes(error.kind)) throw error;
    return { kind: REFUSALS.includes(error.kind) ? 'failed' : 'later', error };
  }
}

/** Prices and status of a listing as one call. undefined: neither changes. */
function listingChange({ target, changes }: ListingWrite): ListingChange | undefined {
  const ids = new Map(target.variants.map((one) => [one.variant_id, one.external_variant_id]));
  const prices = changes.flatMap(({ variant_id: id, after, currency }) => {
    const externalVariantId = id === null ? undefined : ids.get(id);
    if (after.field !== 'price' || externalVariantId === undefined) return [];
    const compareAtPrice = after.compare === null ? null : money(after.compare ?? 0, currency);
    return [
      {
        externalVariantId,
        price: money(after.price, currency),
        ...(after.compare === undefined ? {} : { compareAtPrice }),
      },
    ];
  });
  const status = changes.flatMap(({ after }) => (after.field === 'status' ? [after.status] : [])).at(-1);
  if (prices.length === 0 && status === undefined) return undefined;
  return {
    externalProductId: target.external_product_id,
    prices,
    ...(status === 'active' || status === 'draft' ? { status } : {}),
  };
}

type SetStock = Parameters<OpenStore['connector']['setStock']>[1][number] & { changeId: string };

const stockItems = ({ target, changes }: ListingWrite): SetStock[] =>
  changes.flatMap(({ change_id: changeId, variant_id: id, after }) => {
    const there = target.variants.find((one) => one.variant_id === id);
    if (after.field !== 'stock' || after.stock === null || !there) return [];
    return [
      {
        changeId,
        ref: there.variant_id,
        externalProductId: target.external_product_id,
        externalVariantId: there.external_variant_id,
        ...(there.external_inventory_item_id ? { externalInventoryItemId: there.external_inventory_item_id } : {}),
        quantity: after.stock,
      },
    ];
  });

const fieldless = (items: readonly SetStock[]) => items.map(({ changeId: _ours, ...item }) => item);

/** Sets the stock of all listings in one call; where the store refuses it, listing by listing. */
async function writeStock(
  { connector, ctx }: { connector: OpenStore['connector']; ctx: ConnectorContext },
  groups: readonly SetStock[][],
): Promise<Map<string, WriteResult>> {
  const items = groups.flat();
  const results = new Map<string, WriteResult>();
  if (items.length === 0) return results;
  const all = await attempt(() => connector.setStock(ctx, fieldless(items)));
  if (all === 'done' || all.kind === 'later') {
    for (const { changeId } of items) results.set(changeId, all);
    return results;
  }
  // Variants that are gone from the store are named; the others were written.
  const missing = new Set(all.error.lines);
  if (all.error.kind === 'not-found' && missing.size > 0) {
    for (const { changeId, ref } of items) results.set(changeId, missing.has(ref) ? all : 'done');
    return results;
  }
  for (const group of groups) {
    const own = await attempt(() => connector.setStock(ctx, fieldless(group)));
    for (const { changeId } of group) results.set(changeId, own);
  }
  return results;
}

/** Writes changes of some listings: stock in one call, prices and status one call for each. Returns how each change went. */
export async function writeChanges(
  open: OpenStore,
  writes: readonly ListingWrite[],
): Promise<Map<string, WriteResult>> {
  const { connector, ctx } = open;
  const results = await writeStock(
    open,
    writes.map(stockItems).filter((group) => group.length > 0),
  );
  for (const write of writes) {
    const change = listingChange(write);
    if (!change) continue;
    const result = await attempt(async () => connector.changeListing?.(ctx, change));
    for (const one of write.changes) if (one.field !== 'stock') results.set(one.change_id, result);
  }
  return results;
}
