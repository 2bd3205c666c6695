import { nextState } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { OrderPorts, VariantMatch } from '../ports.ts';
import { findLines, type LinePatch, patchLines } from '../repo.ts';
import { LINE_TRANSITIONS } from '../rules/line-states.ts';
import type { LineRow, OrderRow } from '../tables.ts';

export const matchFields = (match: VariantMatch): NonNullable<LinePatch['match']> => ({
  product_id: match.productId,
  variant_id: match.variantId,
  source: match.source,
  source_product_id: match.sourceProductId,
  source_variant_id: match.sourceVariantId,
  source_sku: match.sourceSku,
  pieces_per_unit: match.piecesPerUnit ?? 1,
  unit_cost: match.cost,
  cost_currency: match.cost === null ? null : match.currency,
  replaced: false,
  image_url: match.imageUrl,
});

/** A line without a supplier. */
export const NO_MATCH: NonNullable<LinePatch['match']> = {
  product_id: null,
  variant_id: null,
  source: null,
  source_product_id: null,
  source_variant_id: null,
  source_sku: null,
  pieces_per_unit: 1,
  unit_cost: null,
  cost_currency: null,
  replaced: false,
};

/** Reason of lines whose supplier variant is missing, until its replacement is decided. */
export const MAPPING_HELD = 'MAPPING_HELD';

export const heldBlock = (line: Pick<LineRow, 'title'>) => ({ key: MAPPING_HELD, params: { title: line.title } });

/** Lines waiting for a supplier, except those with a manual choice. */
const waits = (line: LineRow): boolean => line.state === 'unmapped' && !line.replaced;

/**
 * Finds suppliers for the unmapped ones of a store's `lines` and returns how many were found, by order; the others are
 * retried when something is listed or mapped. `countries`: destinations by order. `known`: where a line is bought, without
 * looking. The caller locks the orders.
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
  const sought = waiting.filter((line) => !known(line));
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
  const patches = waiting.flatMap((line) => {
    const match = known(line) ?? foundFor.get(line);
    const state = nextState(LINE_TRANSITIONS, line.state, 'map');
    return match && state ? [{ order_id: line.order_id, line_id: line.line_id, state, match: matchFields(match) }] : [];
  });
  await patchLines(tx, workplaceId, patches);
  const held = waiting.filter((line) => (known(line) ?? foundFor.get(line))?.held);
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
