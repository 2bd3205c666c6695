import type { LineState, SupplierName } from '@quayside/contracts';

export interface LostLine {
  variant: string;
  quantity: number;
}

/** An order that the supplier has under a reference of ours, that no row here knows and that nobody has settled. */
export interface LostOrder {
  lost_order_id: string;
  source_order_no: string;
  order_number: string | null;
  lines: readonly LostLine[];
  /** It is for the same order of the store. */
  same_order: boolean;
}

export type LostMatch =
  /** It is this very purchase. */
  | { kind: 'same'; order: LostOrder }
  /** It may be: a person decides. */
  | { kind: 'doubt'; order: LostOrder };

const key = (lines: readonly LostLine[]): string =>
  [...lines]
    .map((line) => `${line.variant} ${line.quantity}`)
    .sort()
    .join('\n');

/**
 * Which lost order a purchase may already be. For the same order of the store and with the same goods it is the purchase
 * itself (bought again after a failed one, say); with some of the goods, or under a reference that does not tell what it
 * was for, a person decides.
 */
export function matchLost(lines: readonly LostLine[], lost: readonly LostOrder[]): LostMatch | undefined {
  const wanted = key(lines);
  const same = lost.find((one) => one.same_order && key(one.lines) === wanted);
  if (same) return { kind: 'same', order: same };
  const doubt = lost.find((one) => one.lines.some((theirs) => lines.some((ours) => ours.variant === theirs.variant)));
  return doubt && { kind: 'doubt', order: doubt };
}

/** A line of a store's order as recording sees it. */
export interface OpenLine {
  line_id: string;
  state: LineState;
  source: SupplierName | null;
  source_variant_id: string | null;
  /** How many are still to be bought. */
  wanted: number;
}

export interface RecordedLine {
  line_id: string;
  quantity: number;
  /** The supplier has more or fewer of it than the order needs now: a person checks the line. */
  differs: boolean;
}

/** Returns which open lines of an order a supplier order covers, and how far. Empty: none of them. */
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
