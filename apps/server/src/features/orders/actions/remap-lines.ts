import { nextState } from '@quayside/kernel';
import { type Executor, getWorkplace, type Scope, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { OrderPorts, VariantMatch } from '../ports.ts';
import { findLines, findUnmappedOf, type LinePatch, lockOrder, openWithVariants, patchLines } from '../repo.ts';
import { CHANGEABLE, LINE_TRANSITIONS } from '../rules/line-states.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { addEvents } from './add-events.ts';
import { heldBlock, holdLines, MAPPING_HELD, matchFields, NO_MATCH } from './match-lines.ts';
import { refreshOrders } from './refresh-order.ts';

/** Orders read at a time. */
const CHUNK = 200;

type Ports = Pick<OrderPorts, 'match' | 'mappedVariants'>;

const isSame = (line: LineRow, match: VariantMatch): boolean =>
  line.source === match.source &&
  line.source_product_id === match.sourceProductId &&
  line.source_variant_id === match.sourceVariantId &&
  line.pieces_per_unit === (match.piecesPerUnit ?? 1);

/** The line blocked or freed, as its supplier variant is held or not; undefined: unchanged. */
function heldPatch(line: LineRow, match: VariantMatch): LinePatch | undefined {
  const isHeld = line.state === 'blocked' && line.block_key === MAPPING_HELD;
  if (isHeld === (match.held ?? false) || (match.held && line.state !== 'ready')) return undefined;
  const ids = { order_id: line.order_id, line_id: line.line_id };
  return isHeld ? { ...ids, state: 'ready', block: null } : { ...ids, state: 'blocked', block: heldBlock(line) };
}

/** The line with another supplier, or without one; undefined: unchanged. A quote is only valid for its supplier. */
export function remapped(line: LineRow, match: VariantMatch | undefined): LinePatch | undefined {
  if (match && isSame(line, match)) return heldPatch(line, match);
  if (!match && line.source === null) return undefined;
  const base = {
    order_id: line.order_id,
    line_id: line.line_id,
    block: null,
    shipping_method: null,
    shipping_quote: null,
  };
  if (match) {
    const state = nextState(LINE_TRANSITIONS, line.state, line.state === 'unmapped' ? 'map' : 'unblock') ?? line.state;
    return { ...base, state, match: matchFields(match) };
  }
  return { ...base, state: nextState(LINE_TRANSITIONS, line.state, 'unmap') ?? line.state, match: NO_MATCH };
}

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
  const open = (await findLines(tx, workplaceId, [orderId])).filter(isOpen);
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
  const patches = lines.flatMap((line, at) => remapped(line, matches[at]) ?? []);
  if (patches.length === 0) return;
  await patchLines(tx, workplaceId, patches);
  const held = lines.filter((line, at) => matches[at]?.held && !isSame(line, matches[at]));
  await holdLines(tx, workplaceId, held);
  await refreshOrders(tx, deps, here, [order]);
  const mapped = patches.filter((patch) => patch.match?.source != null).length;
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
