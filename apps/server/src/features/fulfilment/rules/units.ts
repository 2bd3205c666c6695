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

/** A bundle: the line that the store knows, all of its parts, and the units sold. */
export interface Bundle {
  id: string;
  parts: readonly string[];
  /** Parts that a person ships without a parcel: all of their units count as left. */
  byHand?: readonly string[];
  sold: number;
}

/** Bundles by the id of each of their parts. */
export type Bundles = ReadonlyMap<string, Bundle>;

/** Pieces in a parcel with the supplier order that it belongs to; '' for one that a person ships. */
export interface GroupedPieces extends HeldPieces {
  group: string;
}

/** Whole units of one part in parcels. Pieces of two supplier orders never make a unit together. */
export const unitsOfPart = (held: readonly GroupedPieces[], lineId: string): number =>
  sum(
    [
      ...Map.groupBy(
        held.filter((one) => one.line_id === lineId),
        (one) => `${one.group} ${one.pieces_per_unit}`,
      ).values(),
    ].map((own) => Math.floor(sum(own.map((one) => one.quantity)) / (own[0]?.pieces_per_unit ?? 1))),
  );

/** Units of a bundle of which all parts have left: as many as of its scarcest part, and no more than were sold. */
export const unitsOfBundle = (held: readonly GroupedPieces[], { byHand = [], parts, sold }: Bundle): number =>
  Math.max(0, Math.min(sold, ...parts.filter((id) => !byHand.includes(id)).map((id) => unitsOfPart(held, id))));

const ofBundle = <H extends HeldPieces>(held: readonly H[], { parts }: Bundle): H[] =>
  held.filter((one) => parts.includes(one.line_id));

/** Units of a bundle that are complete, and that no parcel is reported with. */
export const unreportedUnits = (held: readonly GroupedPieces[], bundle: Bundle): number =>
  Math.max(0, unitsOfBundle(held, bundle) - sum(ofBundle(held, bundle).map(unitsOf)));

/**
 * A parcel's pieces with the units of bundles that it completes, on the first of their parts in it. What was counted once
 * stays. `others`: the order's other parcels. `isJoined`: as for `completeUnits`.
 */
export function completeBundles(
  pieces: readonly HeldPieces[],
  bundles: Bundles,
  group: string,
  known: readonly HeldPieces[],
  others: readonly GroupedPieces[],
  isJoined: boolean,
): HeldPieces[] {
  const before = (id: string): number => unitsIn(known, id);
  const parts = pieces.map((one) => (bundles.has(one.line_id) ? { ...one, units: before(one.line_id) } : one));
  if (isJoined) return parts;
  for (const bundle of new Set(parts.flatMap((one) => bundles.get(one.line_id) ?? []))) {
    const own = ofBundle(parts, bundle);
    const more = unreportedUnits([...own.map((one) => ({ ...one, group })), ...others], bundle);
    const first = own.find((one) => unitsOf(one) > 0) ?? own[0];
    const at = first ? parts.indexOf(first) : -1;
    if (first && more > 0) parts[at] = { ...first, units: unitsOf(first) + more };
  }
  return parts;
}

/** Whether no unit of the lines was left for the parcel, although its pieces are whole units. */
export const isSurplus = (pieces: readonly HeldPieces[], bundles: Bundles = new Map()): boolean =>
  pieces.every((one) => unitsOf(one) === 0 && one.pieces_per_unit === 1 && !bundles.has(one.line_id));

/** Whether the parcel can be reported to the store: it completes a unit of a line. */
export const completesAny = (pieces: readonly HeldPieces[]): boolean => pieces.some((one) => unitsOf(one) > 0);

/** Whether a parcel with pieces of the same lines or bundles, which completes no unit, waits for this one. */
export const isCompletedBy = (
  waiting: readonly HeldPieces[],
  pieces: readonly HeldPieces[],
  bundles: Bundles = new Map(),
): boolean => {
  const soldAs = ({ line_id: id }: HeldPieces): string => bundles.get(id)?.id ?? id;
  return (
    waiting.length > 0 &&
    !completesAny(waiting) &&
    waiting.some((one) => {
      const isIn = (other: HeldPieces): boolean => soldAs(other) === soldAs(one);
      return pieces.filter(isIn).some((other) => unitsOf(other) > 0);
    })
  );
};

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
