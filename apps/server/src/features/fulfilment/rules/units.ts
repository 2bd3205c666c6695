import type { LineQuantity } from './parcels.ts';

/** Pieces of a line in a parcel, and the units of it that the parcel completes. */
export interface HeldPieces extends LineQuantity {
  pieces_per_unit: number;
  /** null: as many as pieces. */
  units: number | null;
}

/** Units of a line that are reported to the store for a parcel. */
export const unitsOf = ({ quantity, units }: Pick<HeldPieces, 'quantity' | 'units'>): number => units ?? quantity;

const sum = (list: readonly number[]): number => list.reduce((all, one) => all + one, 0);

/** Units of a line in parcels. */
export const unitsIn = (held: readonly HeldPieces[], lineId: string): number =>
  sum(held.filter((one) => one.line_id === lineId).map(unitsOf));

/** What a parcel's pieces of a line are counted by. */
export interface LineUnits {
  pieces_per_unit: number;
  /** Units that parcels of this supplier order can complete: those sold, less those of other parcels. */
  most: number;
}

/**
 * The pieces of a parcel with the units that it completes: those of all parcels so far, less what the others complete. What was
 * counted once stays, so that no fewer are ever reported to the store. `others`: the other parcels of the supplier order. `isJoined`:
 * the parcel is shown with the one that completed its units, which also completes further ones.
 */
export function completeUnits(
  pieces: readonly LineQuantity[],
  lineOf: (lineId: string) => LineUnits,
  known: readonly HeldPieces[],
  others: readonly HeldPieces[],
  isJoined: boolean,
): HeldPieces[] {
  return pieces.map((one) => {
    const { most, pieces_per_unit: perUnit } = lineOf(one.line_id);
    const beside = others.filter((other) => other.line_id === one.line_id);
    const whole = Math.floor((one.quantity + sum(beside.map((other) => other.quantity))) / perUnit);
    const before = unitsIn(known, one.line_id);
    const left = Math.min(whole, most) - sum(beside.map(unitsOf));
    const units = isJoined ? before : Math.max(before, left);
    return { ...one, pieces_per_unit: perUnit, units: units === one.quantity ? null : units };
  });
}

/** Whether no unit of the lines was left for the parcel, although its pieces are whole units. */
export const isSurplus = (pieces: readonly HeldPieces[]): boolean =>
  pieces.every((one) => unitsOf(one) === 0 && one.pieces_per_unit === 1);

/** Whether the parcel can be reported to the store: it completes a unit of a line. */
export const completesAny = (pieces: readonly HeldPieces[]): boolean => pieces.some((one) => unitsOf(one) > 0);

/** Whether a parcel with pieces of the same lines, which completes no unit, waits for this one. */
export const isCompletedBy = (waiting: readonly HeldPieces[], pieces: readonly HeldPieces[]): boolean =>
  waiting.length > 0 &&
  !completesAny(waiting) &&
  waiting.some((one) => pieces.some((other) => other.line_id === one.line_id && unitsOf(other) > 0));

/** Units of each line that parcels of one supplier order can complete. `elsewhere`: the order's other parcels. */
export const unitsLeft = (
  sold: readonly LineQuantity[],
  elsewhere: readonly HeldPieces[],
): ReadonlyMap<string, number> =>
  new Map(sold.map((line) => [line.line_id, Math.max(0, line.quantity - unitsIn(elsewhere, line.line_id))]));

/** Parts of a unit in which the pieces of all parcels of a line are whole numbers, by line. */
export const getScales = (held: readonly HeldPieces[]): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(held, (one) => one.line_id)].map(([id, own]) => [
      id,
      [...new Set(own.map((one) => one.pieces_per_unit))].reduce((all, one) => all * one, 1),
    ]),
  );
