/** Quantity of a line. */
export interface LineQuantity {
  line_id: string;
  quantity: number;
}

/**
 * Lines and quantities in a parcel. Suppliers list variants, which fill lines with the same variant in order, up to
 * what is still expected; a parcel without a list contains everything left.
 */
export function allocate(
  parcel: readonly { sourceVariantId: string; quantity: number }[],
  bought: readonly { line_id: string; source_variant_id: string; quantity: number }[],
  shippedBefore: readonly LineQuantity[],
): LineQuantity[] {
  const left = bought.map((line) => {
    const gone = shippedBefore
      .filter((one) => one.line_id === line.line_id)
      .reduce((sum, one) => sum + one.quantity, 0);
    return { ...line, left: Math.max(0, line.quantity - gone), taken: 0 };
  });
  if (parcel.length === 0) for (const line of left) line.taken = line.left;
  for (const { sourceVariantId, quantity } of parcel) {
    let rest = quantity;
    for (const line of left) {
      if (line.source_variant_id !== sourceVariantId || rest <= 0) continue;
      const take = Math.min(rest, line.left - line.taken);
      line.taken += take;
      rest -= take;
    }
  }
  return left.filter((line) => line.taken > 0).map(({ line_id, taken }) => ({ line_id, quantity: taken }));
}

interface SharedLine {
  order_id: string;
  line_id: string;
  source_variant_id: string;
  quantity: number;
}

/**
 * A parcel's items by order, where its supplier order is for several: as `allocate` fills them, or the same items again
 * if all have left before. Items that match no order are the first order's, where they are reported. A parcel without a
 * list contains everything left of each order.
 */
export function shareParcel(
  parcel: readonly { sourceVariantId: string; quantity: number }[],
  bought: readonly SharedLine[],
  inOthers: readonly LineQuantity[],
): Map<string, { sourceVariantId: string; quantity: number }[]> {
  const left = allocate(parcel, bought, inOthers);
  const taken = left.length > 0 ? left : allocate(parcel, bought, []);
  const [first] = bought;
  if (taken.length === 0) return new Map(first ? [[first.order_id, [...parcel]]] : []);
  const rows = taken.flatMap(({ line_id, quantity }) => {
    const line = bought.find((one) => one.line_id === line_id);
    return line ? [{ order_id: line.order_id, sourceVariantId: line.source_variant_id, quantity }] : [];
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.order_id)].map(([id, own]) => [
      id,
      own.map(({ sourceVariantId, quantity }) => ({ sourceVariantId, quantity })),
    ]),
  );
}

interface StoreLine {
  line_id: string;
  quantity: number;
  /** Quantity refunded before shipping, which never ships. */
  refunded_quantity: number | null;
  /** Quantity the store still has to fulfill, as last reported. */
  fulfillable_quantity: number;
  requires_shipping: boolean;
  state: string;
}

/**
 * Whether all items have left with this parcel. Fulfillments by the store and our reports may overlap, so the larger
 * number counts.
 */
export function completesOrder(
  lines: readonly StoreLine[],
  told: readonly LineQuantity[],
  parcel: readonly LineQuantity[],
): boolean {
  const piecesIn = (list: readonly LineQuantity[], id: string): number =>
    list.filter((one) => one.line_id === id).reduce((sum, one) => sum + one.quantity, 0);
  return lines
    .filter((line) => line.requires_shipping && line.state !== 'cancelled')
    .every((line) => {
      const wanted = line.quantity - (line.refunded_quantity ?? 0);
      const gone = Math.max(wanted - line.fulfillable_quantity, piecesIn(told, line.line_id));
      return gone + piecesIn(parcel, line.line_id) >= wanted;
    });
}

interface KnownFulfillment {
  externalFulfillmentId: string;
  ref?: string;
  trackingNumbers: readonly string[];
  lines: readonly { externalLineId: string; quantity: number }[];
}

/**
 * The store's existing fulfillment of a parcel: by our reference, else by tracking number and the same lines (with
 * other lines it is a manual entry). `isOurs`: whether a reference belongs to a known parcel; one from before a restore
 * doesn't, and is matched like one without.
 */
export function recognise<F extends KnownFulfillment>(
  known: readonly F[],
  parcel: { ref: string; number: string; lines: readonly { externalLineId: string; quantity: number }[] },
  isOurs: (ref: string) => boolean = () => true,
): F | undefined {
  const byRef = known.find((one) => one.ref === parcel.ref);
  if (byRef) return byRef;
  const wanted = new Map(parcel.lines.map((line) => [line.externalLineId, line.quantity]));
  const sameLines = (one: F): boolean =>
    one.lines.length === 0 ||
    (one.lines.length === wanted.size && one.lines.every((line) => wanted.get(line.externalLineId) === line.quantity));
  const isFree = (one: F): boolean => !one.ref || !isOurs(one.ref);
  return known.find((one) => isFree(one) && one.trackingNumbers.includes(parcel.number) && sameLines(one));
}

/** Whether a parcel's fulfillments (by reference, number or reported id) contain all its lines. */
export const isCovered = (
  known: readonly KnownFulfillment[],
  parcel: {
    ref: string;
    number: string;
    lines: readonly { externalLineId: string; quantity: number }[];
    externalFulfillmentId?: string | undefined;
  },
): boolean => {
  const its = known.filter(
    (one) =>
      one.ref === parcel.ref ||
      one.externalFulfillmentId === parcel.externalFulfillmentId ||
      (!one.ref && one.trackingNumbers.includes(parcel.number)),
  );
  return parcel.lines.every(({ externalLineId, quantity }) => {
    const held = its.flatMap((one) => one.lines).filter((line) => line.externalLineId === externalLineId);
    return held.reduce((sum, line) => sum + line.quantity, 0) >= quantity;
  });
};

/** A line's state after its parcels; undefined: unchanged. */
export function lineStateBy(
  bought: number,
  parcels: readonly { quantity: number; delivered: boolean }[],
): 'shipped' | 'delivered' | undefined {
  const pieces = (list: typeof parcels): number => list.reduce((sum, one) => sum + one.quantity, 0);
  if (bought > 0 && pieces(parcels.filter((one) => one.delivered)) >= bought) return 'delivered';
  return bought > 0 && pieces(parcels) >= bought ? 'shipped' : undefined;
}

/** Public status of the whole order. */
export function publicState(
  order: { cancelled: boolean; fulfillment_status: string },
  parcels: readonly { state: string }[],
): 'preparing' | 'partially_shipped' | 'shipped' | 'delivered' | 'cancelled' {
  const whole = order.fulfillment_status === 'fulfilled';
  if (parcels.length === 0) return order.cancelled ? 'cancelled' : whole ? 'shipped' : 'preparing';
  if (whole && parcels.every((one) => one.state === 'delivered')) return 'delivered';
  return whole ? 'shipped' : 'partially_shipped';
}
