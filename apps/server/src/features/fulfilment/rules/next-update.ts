import type { LineQuantity } from './parcels.ts';

/** Tracking as shown by a store. */
export interface ParcelTracking {
  carrier: string | null;
  number: string;
  url: string | null;
}

/** One update of the store. */
export type StoreUpdate =
  /** The parcel with these items, including those reported before. */
  | { kind: 'parcel'; tracking: ParcelTracking; lines: LineQuantity[] }
  /** Replaces reported tracking. */
  | { kind: 'correction'; tracking: ParcelTracking; before: ParcelTracking }
  /** An additional number beside that of the parcel with the same items. */
  | { kind: 'further'; tracking: ParcelTracking };

export interface SyncedParcel {
  tracking: ParcelTracking;
  /** null: not reported yet. */
  told: ParcelTracking | null;
  pieces: readonly (LineQuantity & { told_quantity: number })[];
  same_items_as: string | null;
  /** The merchant changed our tracking, so it isn't corrected; further items are still reported. */
  isEdited?: boolean;
}

const isSame = (a: ParcelTracking, b: ParcelTracking): boolean =>
  a.number === b.number && a.carrier === b.carrier && a.url === b.url;

/** The next update for a parcel; undefined: none. */
export function getNextUpdate(parcel: SyncedParcel): StoreUpdate | undefined {
  const { isEdited = false, pieces, same_items_as: sameItemsAs, told, tracking } = parcel;
  const lines = pieces.map(({ line_id, quantity }) => ({ line_id, quantity }));
  if (told === null) {
    if (sameItemsAs !== null) return { kind: 'further', tracking };
    return lines.length > 0 ? { kind: 'parcel', tracking, lines } : undefined;
  }
  if (!isEdited && !isSame(tracking, told)) return { kind: 'correction', tracking, before: told };
  return pieces.some((one) => one.quantity > one.told_quantity) ? { kind: 'parcel', tracking, lines } : undefined;
}

interface HeldParcel {
  shipment_id: string;
  pieces: readonly LineQuantity[];
}

const quantityIn = (pieces: readonly LineQuantity[], lineId: string): number =>
  pieces.find((one) => one.line_id === lineId)?.quantity ?? 0;

const holdsAll = (held: readonly LineQuantity[], wanted: readonly LineQuantity[]): boolean =>
  wanted.every((one) => quantityIn(held, one.line_id) >= one.quantity);

/**
 * The parcel that a new one without own items belongs to: the latest that contains all of its items, or the only one if
 * it lists none.
 */
export function sameItemsAs(wanted: readonly LineQuantity[], others: readonly HeldParcel[]): string | undefined {
  const holders = others.filter((one) => one.pieces.length > 0 && holdsAll(one.pieces, wanted));
  return wanted.length > 0 || holders.length === 1 ? holders.at(-1)?.shipment_id : undefined;
}

/**
 * Some suppliers identify a parcel only by its number, so a corrected number appears as another parcel while the first
 * disappears. Returns the original parcel, matched by items.
 */
export const renamedFrom = (wanted: readonly LineQuantity[], gone: readonly HeldParcel[]): string | undefined =>
  wanted.length === 0
    ? undefined
    : gone.find((one) => holdsAll(one.pieces, wanted) && holdsAll(wanted, one.pieces))?.shipment_id;
