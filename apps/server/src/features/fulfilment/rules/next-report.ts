import type { Pieces } from './parcels.ts';

/** What a store shows of a parcel. */
export interface ParcelTracking {
  carrier: string | null;
  number: string;
  url: string | null;
}

/** One thing to tell the store. */
export type Telling =
  /** The parcel, with these of its items; those told before are among them. */
  | { kind: 'parcel'; tracking: ParcelTracking; lines: Pieces[] }
  /** New tracking in the place of what was told. */
  | { kind: 'correction'; tracking: ParcelTracking; before: ParcelTracking }
  /** One more number beside that of the parcel whose items it holds too. */
  | { kind: 'further'; tracking: ParcelTracking };

export interface ToldParcel {
  tracking: ParcelTracking;
  /** null: the store does not know the parcel. */
  told: ParcelTracking | null;
  pieces: readonly (Pieces & { told_quantity: number })[];
  same_items_as: string | null;
  /** The merchant changed what we wrote, so it is not corrected; further items are still reported. */
  isEdited?: boolean;
}

const isSame = (a: ParcelTracking, b: ParcelTracking): boolean =>
  a.number === b.number && a.carrier === b.carrier && a.url === b.url;

/** What the store has to be told next of a parcel; undefined: nothing. */
export function nextReport(parcel: ToldParcel): Telling | undefined {
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
  pieces: readonly Pieces[];
}

const quantityIn = (pieces: readonly Pieces[], lineId: string): number =>
  pieces.find((one) => one.line_id === lineId)?.quantity ?? 0;

const holdsAll = (held: readonly Pieces[], wanted: readonly Pieces[]): boolean =>
  wanted.every((one) => quantityIn(held, one.line_id) >= one.quantity);

/**
 * The parcel that a new one without items of its own belongs to: the latest that holds all the items it names, or the only
 * one where it names none.
 */
export function sameItemsAs(wanted: readonly Pieces[], others: readonly HeldParcel[]): string | undefined {
  const holders = others.filter((one) => one.pieces.length > 0 && holdsAll(one.pieces, wanted));
  return wanted.length > 0 || holders.length === 1 ? holders.at(-1)?.shipment_id : undefined;
}

/**
 * Some suppliers name a parcel by its number alone, so that a corrected number comes as another parcel while the first is named
 * no more. Returns the parcel that it is, by the same items.
 */
export const renamedFrom = (wanted: readonly Pieces[], gone: readonly HeldParcel[]): string | undefined =>
  wanted.length === 0
    ? undefined
    : gone.find((one) => holdsAll(one.pieces, wanted) && holdsAll(wanted, one.pieces))?.shipment_id;
