import { nextState } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { OrderPorts, VariantMatch } from '../ports.ts';
import { findLines, insertParts, type LinePatch, patchLines } from '../repo.ts';
import { getBundles, soldLineId } from '../rules/bundles.ts';
import { LINE_TRANSITIONS } from '../rules/line-states.ts';
import type { LineRow, OrderRow } from '../tables.ts';
import { heldBlock, matchFields, missingComponent, planParts } from './bundle-parts.ts';

/** Lines waiting for a supplier, except those with a manual choice. */
const waits = (line: LineRow): boolean => line.state === 'unmapped' && !line.replaced;

/**
 * Finds suppliers for the unmapped ones of a store's `lines` and returns how many were found, by order; the others are
 * retried when something is listed or mapped. `countries`: destinations by order. `known`: where a line is bought, without
 * looking. The caller locks the orders and passes all of their lines.
 */
export async function matchLines(
  tx: Executor,
  ports: Pick<OrderPorts, 'match'>,
  workplaceId: string,
  storeId: string,
  lines: readonly LineRow[],
  countries: ReadonlyMap<string, string | null>,
  known: (line: LineRow) => VariantMatch | undefined = () => undefined,
): Promise<ReadonlyMap<string, number>> {
  const waiting = lines.filter(waits);
  if (waiting.length === 0) return new Map();
  const byId = new Map(lines.map((line) => [line.line_id, line]));
  // A part is what the line that it belongs to is mapped to.
  const soldOf = (line: LineRow): LineRow => byId.get(soldLineId(line)) ?? line;
  const sought = [...new Set(waiting.map(soldOf))].filter((line) => !known(line));
  const found =
    sought.length === 0
      ? []
      : await ports.match(
          tx,
          workplaceId,
          storeId,
          sought.map((line) => ({
            externalProductId: line.external_product_id,
            externalVariantId: line.external_variant_id,
            sku: line.sku,
            country: countries.get(line.order_id) ?? null,
          })),
        );
  const foundFor = new Map(sought.map((line, at) => [line, found[at]]));
  const matchOf = (line: LineRow): VariantMatch | undefined => known(soldOf(line)) ?? foundFor.get(soldOf(line));
  const bundles = getBundles(lines);
  const patches: LinePatch[] = [];
  const held: LineRow[] = [];
  const added: Parameters<typeof insertParts>[2][number][] = [];
  for (const line of waiting) {
    const match = matchOf(line);
    const parts = bundles.get(soldLineId(line));
    const component = parts
      ? missingComponent(
          line,
          parts.filter((part) => part !== line),
          match,
        )
      : match;
    const state = nextState(LINE_TRANSITIONS, line.state, 'map');
    if (!component || !state) continue;
    patches.push({ order_id: line.order_id, line_id: line.line_id, state, match: matchFields(component) });
    if (component.held) held.push(line);
    if (!parts) added.push(...planParts(line, [], match).added);
  }
  await patchLines(tx, workplaceId, patches);
  await insertParts(tx, workplaceId, added);
  await holdLines(tx, workplaceId, held);
  const byOrder = Map.groupBy(patches, (patch) => patch.order_id);
  return new Map([...byOrder].map(([orderId, own]) => [orderId, own.length]));
}

/** Blocks ready lines until the replacement of their supplier variant is decided. */
export const holdLines = (tx: Executor, workplaceId: string, lines: readonly LineRow[]): Promise<void> =>
  patchLines(
    tx,
    workplaceId,
    lines.map((line) => ({
      order_id: line.order_id,
      line_id: line.line_id,
      state: 'blocked',
      block: heldBlock(line),
    })),
  );

/** The same for one order. */
export async function matchOrder(
  tx: Executor,
  ports: Pick<OrderPorts, 'match'>,
  workplaceId: string,
  order: Pick<OrderRow, 'order_id' | 'store_id' | 'ship_country'>,
): Promise<number> {
  const lines = await findLines(tx, workplaceId, [order.order_id]);
  const countries = new Map([[order.order_id, order.ship_country]]);
  return (await matchLines(tx, ports, workplaceId, order.store_id, lines, countries)).get(order.order_id) ?? 0;
}
