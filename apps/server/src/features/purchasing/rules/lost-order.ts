import type { LineState, SupplierName } from '@quayside/contracts';

export interface LostLine {
  variant: string;
  quantity: number;
}

/** A supplier's order with our reference that no row records and no one has settled. */
export interface LostOrder {
  lost_order_id: string;
  source_order_no: string;
  order_number: string | null;
  lines: readonly LostLine[];
  /** It is for the same store order. */
  same_order: boolean;
}

export type LostMatch =
  /** It is this purchase. */
  | { kind: 'same'; order: LostOrder }
  /** Possibly: a person decides. */
  | { kind: 'doubt'; order: LostOrder };

const key = (lines: readonly LostLine[]): string =>
  [...lines]
    .map((line) => `${line.variant} ${line.quantity}`)
    .sort()
    .join('\n');

/**
 * Which unrecorded order a purchase may be. The same store order with the same items is the purchase itself (bought
 * again after a failed one, say); with some of the items, or an unidentified reference, a person decides.
 */
export function matchLost(lines: readonly LostLine[], lost: readonly LostOrder[]): LostMatch | undefined {
  const wanted = key(lines);
  const same = lost.find((one) => one.same_order && key(one.lines) === wanted);
  if (same) return { kind: 'same', order: same };
  const doubt = lost.find((one) => one.lines.some((theirs) => lines.some((ours) => ours.variant === theirs.variant)));
  return doubt && { kind: 'doubt', order: doubt };
}

/** A store order's line for recording. */
export interface OpenLine {
  line_id: string;
  state: LineState;
  source: SupplierName | null;
  source_variant_id: string | null;
  /** Quantity still to be bought. */
  wanted: number;
}

export interface RecordedLine {
  line_id: string;
  quantity: number;
  /** The supplier's quantity differs from the order's current need: a person checks the line. */
  differs: boolean;
}

/** Open lines of an order that a supplier order covers, with quantities. Empty: none. */
export function coveredLines(
  supplier: string,
  lost: readonly LostLine[],
  lines: readonly OpenLine[],
  isOpen: (state: LineState) => boolean,
): RecordedLine[] {
  const left = new Map<string, number>();
  for (const { variant, quantity } of lost) left.set(variant, (left.get(variant) ?? 0) + quantity);
  const open = lines.filter((line) => line.source === supplier && isOpen(line.state) && line.wanted > 0);
  const covered = open.flatMap((line) => {
    const variant = line.source_variant_id ?? '';
    const quantity = Math.min(left.get(variant) ?? 0, line.wanted);
    if (quantity <= 0) return [];
    left.set(variant, (left.get(variant) ?? 0) - quantity);
    return [{ line_id: line.line_id, variant, quantity, isShort: quantity < line.wanted }];
  });
  return covered.map(({ variant, isShort, ...line }) => ({
    ...line,
    differs: isShort || (left.get(variant) ?? 0) > 0,
  }));
}
