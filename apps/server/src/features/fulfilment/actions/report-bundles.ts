import type { Executor } from '../../../db/index.ts';
import { getBundles, type LineRow, type OrderRow, patchLines } from '../../orders/index.ts';
import { linesOfShipments, putShipmentLines, shipmentsOfOrder } from '../repo.ts';
import { type Bundles, type GroupedPieces, unitsOf, unitsOfPart, unreportedUnits } from '../rules/units.ts';
import type { ShipmentLineRow, ShipmentRow } from '../tables.ts';
import { reportNews } from './report-news.ts';

/** An order's bundles by the id of each of their parts. */
export const bundlesOf = (lines: readonly LineRow[]): Bundles =>
  new Map(
    [...getBundles(lines)].flatMap(([id, own]) => {
      const bundle = { id, parts: own.map((part) => part.line_id), sold: own[0]?.quantity ?? 0 };
      return bundle.parts.map((part) => [part, bundle] as const);
    }),
  );

type Piece = ShipmentLineRow & GroupedPieces;

async function readPieces(
  tx: Executor,
  workplaceId: string,
  orderId: string,
): Promise<{ parcels: ShipmentRow[]; held: Piece[] }> {
  const parcels = await shipmentsOfOrder(tx, workplaceId, orderId);
  const groups = new Map(parcels.map((one) => [one.shipment_id, one.supplier_order_id ?? '']));
  const rows = await linesOfShipments(tx, workplaceId, [...groups.keys()]);
  return { parcels, held: rows.map((row) => ({ ...row, group: groups.get(row.shipment_id) ?? '' })) };
}

/** Saves how many units of each part left before the store could be told, so that no part is bought again for them. */
async function saveAhead(
  tx: Executor,
  workplaceId: string,
  lines: readonly LineRow[],
  bundles: Bundles,
  held: readonly Piece[],
): Promise<void> {
  const told = (id: string): number => {
    const parts = bundles.get(id)?.parts ?? [];
    return held.filter((one) => parts.includes(one.line_id)).reduce((sum, one) => sum + one.told_quantity, 0);
  };
  const patches = lines.flatMap(({ line_id, order_id, shipped_ahead: before }) => {
    if (!bundles.has(line_id)) return [];
    const shipped_ahead = Math.max(0, unitsOfPart(held, line_id) - told(line_id));
    return shipped_ahead === before ? [] : [{ order_id, line_id, shipped_ahead }];
  });
  await patchLines(tx, workplaceId, patches);
}

/**
 * Reports units of bundles that are complete and that no parcel is reported with, because the one that completed them is
 * shown with another: on that other one. Also saves what left ahead of other parts. Returns the parcels to report. The
 * caller locks the order.
 */
export async function reportBundles(
  tx: Executor,
  workplaceId: string,
  order: OrderRow,
  lines: readonly LineRow[],
): Promise<string[]> {
  const bundles = bundlesOf(lines);
  if (bundles.size === 0) return [];
  const { parcels, held } = await readPieces(tx, workplaceId, order.order_id);
  const reported: string[] = [];
  for (const bundle of new Set(bundles.values())) {
    const more = unreportedUnits(held, bundle);
    const parcel = parcels.findLast(
      (one) =>
        one.same_items_as === null &&
        held.some((piece) => piece.shipment_id === one.shipment_id && bundle.parts.includes(piece.line_id)),
    );
    const piece = held.find((one) => one.shipment_id === parcel?.shipment_id && bundle.parts.includes(one.line_id));
    if (more === 0 || !parcel || !piece) continue;
    const { shipment_id: id, line_id, pieces_per_unit, quantity } = piece;
    await putShipmentLines(tx, workplaceId, id, [{ line_id, quantity, pieces_per_unit, units: unitsOf(piece) + more }]);
    if (!order.cancelled_at && (await reportNews(tx, workplaceId, parcel))) reported.push(id);
  }
  await saveAhead(tx, workplaceId, lines, bundles, held);
  return reported;
}

/** Only saves what left ahead, after units were reported to the store. */
export async function saveShippedAhead(tx: Executor, workplaceId: string, orderId: string, lines: readonly LineRow[]) {
  const bundles = bundlesOf(lines);
  if (bundles.size === 0) return;
  const { held } = await readPieces(tx, workplaceId, orderId);
  await saveAhead(tx, workplaceId, lines, bundles, held);
}
