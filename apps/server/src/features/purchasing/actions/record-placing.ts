import type { SupplierOrder } from '@quayside/connector-kit';
import { nextState } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { connectorLabel } from '../../../installed/index.ts';
import {
  addEvents,
  findLines,
  LINE_TRANSITIONS,
  type LinePatch,
  type LineRow,
  lockOrders,
  type NewEvent,
  type OrderRow,
  patchLines,
} from '../../orders/index.ts';
import {
  type Claim,
  endPlaced,
  endPlacing,
  isStop,
  type PlacedRow,
  type PlaceEnd,
  type PlaceStop,
} from '../place-repo.ts';
import { findPurchases } from '../repo.ts';
import { namesOf, orderIdsOf, type PurchaseLineRow } from '../tables.ts';
import { applyRemote } from './apply-remote.ts';
import { settleOrders } from './settle-orders.ts';

/** Another order of the same supplier order stopped it. */
export const COMBINED_STOPPED = 'COMBINED_ORDER_STOPPED';

/** Outcome of an attempt: the supplier's order, or another end. */
export type Attempt = { remote: SupplierOrder } | { end: PlaceEnd; atFault?: readonly string[] };

/** A finished attempt. Its worker may have lost the claim. */
export interface PlacingOutcome {
  claim: Claim;
  lines: readonly PurchaseLineRow[];
  token: string;
  result: Attempt;
}

type Stands = PlacingOutcome & { result: { remote: SupplierOrder } };
type StandsNot = PlacingOutcome & { result: { end: PlaceEnd; atFault?: readonly string[] } };
const stands = (one: PlacingOutcome): one is Stands => 'remote' in one.result;
const standsNot = (one: PlacingOutcome): one is StandsNot => 'end' in one.result;

const placedRow = ({ claim, token, result: { remote } }: Stands): PlacedRow => ({
  id: claim.supplier_order_id,
  token,
  source_order_no: remote.supplierOrderId,
  order_number: remote.number ?? null,
  items_cost: remote.itemsCost.amount,
  shipping_cost: remote.shippingCost.amount,
  total_cost: remote.total.amount,
  currency: remote.total.currency,
  remote_state: remote.state,
});

const numberOf = (remote: SupplierOrder): string => remote.number ?? remote.supplierOrderId;

/** Lines of supplier orders that are confirmed now. */
const placedLines = (placed: readonly Stands[]): LinePatch[] =>
  placed.flatMap(({ claim, lines, result }) =>
    lines.map((line) => ({
      order_id: line.order_id,
      line_id: line.line_id,
      state: 'placed' as const,
      block: null,
      supplier_order_id: claim.supplier_order_id,
      source_order_no: numberOf(result.remote),
    })),
  );

/** One event for each order; of several, it names the others. */
const placedEvents = ({ claim, result }: Stands, orders: ReadonlyMap<string, OrderRow>): NewEvent[] =>
  orderIdsOf(claim).map((orderId, _at, ids) => {
    const others = ids.filter((id) => id !== orderId).flatMap((id) => orders.get(id) ?? []);
    return {
      orderId,
      kind: 'created_to_supplier',
      params: {
        supplier: connectorLabel(claim.supplier),
        number: numberOf(result.remote),
        ...(others.length > 0 ? { orders: namesOf(others) } : {}),
      },
    };
  });

/** Records confirmed supplier orders. Returns those still held by their workers. */
async function recordPlaced(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  orders: ReadonlyMap<string, OrderRow>,
  placed: readonly Stands[],
): Promise<Stands[]> {
  const { workplaceId } = here;
  const ours = await endPlaced(tx, workplaceId, placed.map(placedRow));
  const kept = placed.filter((one) => ours.has(one.claim.supplier_order_id));
  await patchLines(tx, workplaceId, placedLines(kept));
  await addEvents(
    tx,
    workplaceId,
    kept.flatMap((one) => placedEvents(one, orders)),
  );
  // After a crash it may have progressed already: shipped, paid, rejected.
  const further = kept.filter(({ result: { remote } }) => remote.state !== 'created' && remote.state !== 'unpaid');
  if (further.length === 0) return kept;
  const ids = further.map((one) => one.claim.supplier_order_id);
  for (const row of await findPurchases(tx, workplaceId, ids)) {
    const own = orderIdsOf(row).flatMap((id) => orders.get(id) ?? []);
    const told = further.find((one) => one.claim.supplier_order_id === row.supplier_order_id);
    if (told) await applyRemote(tx, deps, here, own, row, told.result.remote);
  }
  return kept;
}

/** Lines of a failed supplier order: affected ones wait for a person, the others become ready again. */
function freed(
  lines: readonly LineRow[],
  bought: readonly PurchaseLineRow[],
  end: PlaceStop,
  atFault: readonly string[] | undefined,
  country: string,
): LinePatch[] {
  const own = lines.filter((line) => bought.some((one) => one.line_id === line.line_id) && line.state === 'placing');
  const named = atFault?.filter((id) => own.some((line) => line.line_id === id)) ?? [];
  // Of several orders, only the one that stopped them has something to decide or is gone.
  const isItsFault = (line: LineRow): boolean => !end.culprit || end.culprit.orderId === line.order_id;
  const blocks = (line: LineRow): boolean =>
    end.kind === 'failed' && isItsFault(line) && (named.length === 0 || named.includes(line.line_id));
  return own.map((line): LinePatch => {
    const isGone = isItsFault(line) && (end.key === 'ORDER_CANCELLED' || end.key === 'ORDER_DELETED_IN_STORE');
    const freed = isGone ? 'withdraw' : 'free';
    const state = nextState(LINE_TRANSITIONS, line.state, blocks(line) ? 'block' : freed) ?? line.state;
    const params = { title: line.title, country, ...end.params };
    const base = { order_id: line.order_id, line_id: line.line_id, state, supplier_order_id: null };
    return { ...base, block: blocks(line) ? { key: end.key, params } : null };
  });
}

/** Records other outcomes. Returns whether a worker that still held the claim ended it. */
async function recordOther(
  tx: Executor,
  here: WorkplaceScope,
  orders: readonly OrderRow[],
  one: StandsNot,
): Promise<boolean> {
  const { workplaceId } = here;
  const { claim, token, result } = one;
  const { end } = result;
  if (!isStop(end)) {
    await endPlacing(tx, workplaceId, claim.supplier_order_id, token, end);
    return false;
  }
  const country = orders[0]?.ship_country ?? '';
  const lines = await findLines(
    tx,
    workplaceId,
    orders.map((order) => order.order_id),
  );
  const patches = freed(lines, one.lines, end, result.atFault, country);
  // Names only the affected lines, not all of the supplier order.
  const title = lines
    .filter((line) => patches.some((patch) => patch.state === 'blocked' && patch.line_id === line.line_id))
    .map((line) => line.title)
    .join(', ');
  const { culprit } = end;
  const named = title ? { ...end, params: { title, ...end.params } } : end;
  const told = culprit ? { ...end, key: COMBINED_STOPPED, params: { order: culprit.name } } : named;
  if (!(await endPlacing(tx, workplaceId, claim.supplier_order_id, token, told))) return false;
  await patchLines(tx, workplaceId, patches);
  const supplier = connectorLabel(claim.supplier);
  const params = { title, country, ...end.params, reason: end.key, supplier };
  await addEvents(
    tx,
    workplaceId,
    orders.map(({ order_id: orderId }) => ({
      orderId,
      kind: 'create_failed',
      params:
        culprit && culprit.orderId !== orderId
          ? { title: '', country, order: culprit.name, reason: COMBINED_STOPPED, supplier }
          : params,
    })),
  );
  return true;
}

/** Records attempts of a workplace and their consequences for orders. Idempotent. */
export async function recordPlacing(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  ended: readonly PlacingOutcome[],
): Promise<void> {
  const ids = [...new Set(ended.flatMap((one) => orderIdsOf(one.claim)))];
  const held = await lockOrders(tx, here.workplaceId, ids);
  const orders = new Map(held.map((order) => [order.order_id, order]));
  const known = ended.filter((one) => orders.has(one.claim.order_id));
  const placed = await recordPlaced(tx, deps, here, orders, known.filter(stands));
  const touched = new Set(placed.flatMap((one) => orderIdsOf(one.claim)));
  for (const one of known.filter(standsNot)) {
    const own = orderIdsOf(one.claim).flatMap((id) => orders.get(id) ?? []);
    if (await recordOther(tx, here, own, one)) for (const order of own) touched.add(order.order_id);
  }
  await settleOrders(
    tx,
    deps,
    here,
    held.filter((order) => touched.has(order.order_id)),
  );
}
