import { type Executor, getWorkplace, type Scope, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { OrderPorts } from '../ports.ts';
import {
  deleteParts,
  findLines,
  findUnmappedOf,
  insertParts,
  lockOrder,
  openWithVariants,
  patchLines,
} from '../repo.ts';
import { soldLines } from '../rules/bundles.ts';
import { CHANGEABLE } from '../rules/line-states.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { addEvents } from './add-events.ts';
import { isSame, planParts } from './bundle-parts.ts';
import { holdLines } from './match-lines.ts';
import { refreshOrders } from './refresh-order.ts';

/** Orders read at a time. */
const CHUNK = 200;

type Ports = Pick<OrderPorts, 'match' | 'mappedVariants'>;

/** Lines of an order whose supplier a mapping may decide: not bought, and not chosen by a person for this order. */
const isOpen = (line: LineRow): boolean => CHANGEABLE.includes(line.state) && !line.replaced;

async function remapOrder(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  ports: Ports,
  here: WorkplaceScope,
  order: OrderRow,
  variants: readonly string[] | undefined,
): Promise<void> {
  const { workplaceId } = here;
  const { order_id: orderId, store_id: storeId } = order;
  const all = await findLines(tx, workplaceId, [orderId]);
  const parts = Map.groupBy(all, (line) => line.bundle_line_id);
  const open = soldLines(all).filter((line) => isOpen(line) || parts.get(line.line_id)?.some(isOpen));
  const ids = open.flatMap((line) => line.external_variant_id ?? []);
  const wanted = variants ? new Set(variants) : await ports.mappedVariants(tx, workplaceId, storeId, ids);
  const lines = open.filter((line) => line.external_variant_id !== null && wanted.has(line.external_variant_id));
  if (lines.length === 0) return;
  const matches = await ports.match(
    tx,
    workplaceId,
    storeId,
    lines.map((line) => ({
      externalProductId: line.external_product_id,
      externalVariantId: line.external_variant_id,
      sku: line.sku,
      country: order.ship_country,
    })),
  );
  const plans = lines.map((line, at) => planParts(line, parts.get(line.line_id) ?? [], matches[at]));
  const patches = plans.flatMap((plan) => plan.patches);
  const added = plans.flatMap((plan) => plan.added);
  const removed = plans.flatMap((plan) => plan.removed);
  if (patches.length + added.length + removed.length === 0) return;
  await patchLines(tx, workplaceId, patches);
  if (removed.length > 0)
    await deleteParts(
      tx,
      workplaceId,
      orderId,
      removed.map((line) => line.line_id),
    );
  await insertParts(tx, workplaceId, added);
  const changed = new Set(patches.flatMap((patch) => (patch.match ? [patch.line_id] : [])));
  const heldParts = lines.flatMap((line, at) =>
    (parts.get(line.line_id) ?? []).filter(
      (part) => changed.has(part.line_id) && matches[at]?.further?.[(part.bundle_position ?? 1) - 1]?.held,
    ),
  );
  const held = lines.filter((line, at) => changed.has(line.line_id) && matches[at]?.held && !isSame(line, matches[at]));
  await holdLines(tx, workplaceId, [...held, ...heldParts]);
  await refreshOrders(tx, deps, here, [order]);
  const mapped = patches.filter((patch) => patch.match?.source != null).length + added.length;
  if (mapped > 0) await addEvents(tx, workplaceId, [{ orderId, kind: 'mapped', params: { count: mapped } }]);
  await publish(tx, workplaceId, 'orders', [orderId]);
}

/**
 * Chooses the suppliers of lines again: of one order, or of a store's open orders with these variants. Lines at a
 * supplier, and lines with a manual choice, stay as they are.
 */
export async function remapLines(
  deps: Deps,
  ports: Ports,
  scope: Scope,
  { orderId, storeId, variants }: { storeId: string; orderId?: string | undefined; variants?: string[] | undefined },
): Promise<void> {
  const here = getWorkplace(scope);
  const { workplaceId } = here;
  const one = (id: string) =>
    deps.db.tenant(here, async (tx) => {
      const order = await lockOrder(tx, workplaceId, id);
      if (order && !order.cancelled_at) await remapOrder(tx, deps, ports, here, order, variants);
    });
  if (orderId !== undefined) return one(orderId);
  if (!variants) return;
  const unmapped = await deps.db.read(here, (ex) => findUnmappedOf(ex, workplaceId, storeId, variants));
  const done = new Set(unmapped.map((order) => order.order_id));
  for (const id of done) await one(id);
  let after: { placedAt: string; orderId: string } | undefined;
  for (;;) {
    const found = await deps.db.read(here, (ex) => openWithVariants(ex, workplaceId, storeId, variants, after, CHUNK));
    for (const order of found) if (!done.has(order.order_id)) await one(order.order_id);
    const last = found.at(-1);
    if (!last || found.length < CHUNK) return;
    after = { placedAt: last.placed_at, orderId: last.order_id };
  }
}
