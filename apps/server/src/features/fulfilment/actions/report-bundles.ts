import type { Executor } from '../../../db/index.ts';
import { getBundles, type LineRow, type OrderRow, patchLines } from '../../orders/index.ts';
import { joinParcels, linesOfShipments, putShipmentLines, shipmentsOfOrder } from '../repo.ts';
import {
  type Bundles,
  type GroupedPieces,
  type HeldPieces,
  isCompletedBy,
  unitsOf,
  unitsOfPart,
  unreportedUnits,
} from '../rules/units.ts';
import type { ShipmentLineRow, ShipmentRow } from '../tables.ts';
import { reportNews } from './report-news.ts';

/** An order's bundles by the id of each of their parts. */
export const bundlesOf = (lines: readonly LineRow[]): Bundles =>
  new Map(
    [...getBundles(lines)].flatMap(([id, own]) => {
      const byHand = own.filter((part) => part.state === 'manual' && part.taken_over_by === 'person');
      const bundle = {
        id,
        parts: own.map((part) => part.line_id),
        byHand: byHand.map((part) => part.line_id),
        sold: own[0]?.quantity ?? 0,
      };
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

/** Has parcels of parts that completed no unit shown in the store with the one that did. */
export async function joinWaiting(
  tx: Executor,
  workplaceId: string,
  others: readonly ShipmentLineRow[],
  pieces: readonly HeldPieces[],
  bundles: Bundles,
  shownWith: string,
): Promise<void> {
  const waiting = [...Map.groupBy(others, (one) => one.shipment_id)].filter(
    ([id, own]) =>
      id !== shownWith && own.some((one) => bundles.has(one.line_id)) && isCompletedBy(own, pieces, bundles),
  );
  await joinParcels(
    tx,
    workplaceId,
    waiting.map(([id]) => id),
    shownWith,
  );
}

/**
 * Reports units of bundles that are complete and that no parcel is reported with: because the one that completed them is
 * shown with another, on that other one; because a person ships the last parts without a parcel, on the newest one. Also
 * saves what left ahead of other parts. Returns the parcels to report. The caller locks the order.
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
    const counted = { line_id, quantity, pieces_per_unit, units: unitsOf(piece) + more };
    await putShipmentLines(tx, workplaceId, id, [counted]);
    await joinWaiting(tx, workplaceId, held, [counted], bundles, id);
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
