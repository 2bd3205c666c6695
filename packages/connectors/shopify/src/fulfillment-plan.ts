import { ConnectorError } from '@quayside/connector-kit';

export interface OpenFulfillmentOrder {
  id: string;
  status: string;
  fulfillAt: string | null;
  actions: readonly string[];
  holds: readonly { displayReason: string; reasonNotes: string | null }[];
  locationId: string | undefined;
  locationName: string;
  lines: readonly { id: string; lineItemId: string; remaining: number }[];
}

export interface Wanted {
  externalLineId: string;
  quantity: number;
}

/** One fulfilment to be made: Shopify takes fulfilment orders of one location at a time. */
export interface PlannedFulfillment {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems: { id: string; quantity: number }[];
}

/** What is wanted, less what a parcel with the same tracking number has reported already. */
export function stillWanted(wanted: readonly Wanted[], reported: readonly Wanted[]): Wanted[] {
  const left = new Map<string, number>();
  for (const line of reported) left.set(line.externalLineId, (left.get(line.externalLineId) ?? 0) + line.quantity);
  return wanted.flatMap((line) => {
    const done = Math.min(line.quantity, left.get(line.externalLineId) ?? 0);
    left.set(line.externalLineId, (left.get(line.externalLineId) ?? 0) - done);
    return line.quantity > done ? [{ ...line, quantity: line.quantity - done }] : [];
  });
}

/** Why pieces may not leave for now; undefined: nothing holds them back. */
function heldBecause(order: OpenFulfillmentOrder): string | undefined {
  if (order.status === 'ON_HOLD') {
    const reasons = order.holds.map((hold) => [hold.displayReason, hold.reasonNotes].filter(Boolean).join(': '));
    return reasons.join('; ') || 'on hold';
  }
  return order.status === 'SCHEDULED' ? `scheduled for ${order.fulfillAt ?? 'a later day'}` : undefined;
}

function whyNot(order: OpenFulfillmentOrder): string {
  return `Shopify has given it to ${order.locationName}, which fulfils it itself; move it to a location of the shop`;
}

const canFulfil = (order: OpenFulfillmentOrder): boolean =>
  (order.status === 'OPEN' || order.status === 'IN_PROGRESS') && order.actions.includes('CREATE_FULFILLMENT');

/**
 * Spreads the wanted pieces over the order's fulfilment orders, grouped by location. Throws rejected with the reason and
 * the lines at fault when pieces cannot be fulfilled: all of the parcel or nothing of it is reported. held_back is said only
 * where nothing else stands in the way.
 */
export function planFulfillments(
  orders: readonly OpenFulfillmentOrder[],
  wanted: readonly Wanted[],
): PlannedFulfillment[][] {
  const groups = new Map<string, Map<string, PlannedFulfillment>>();
  const remaining = new Map(orders.flatMap((order) => order.lines.map((line) => [line.id, line.remaining])));
  const refused: { line: string; why: string; held: boolean }[] = [];
  for (const want of wanted) {
    let open = want.quantity;
    for (const order of orders.filter(canFulfil)) {
      for (const line of order.lines.filter((candidate) => candidate.lineItemId === want.externalLineId)) {
        const quantity = Math.min(open, remaining.get(line.id) ?? 0);
        if (quantity <= 0) continue;
        open -= quantity;
        remaining.set(line.id, (remaining.get(line.id) ?? 0) - quantity);
        const group = groups.get(order.locationId ?? '') ?? new Map<string, PlannedFulfillment>();
        groups.set(order.locationId ?? '', group);
        const planned = group.get(order.id) ?? { fulfillmentOrderId: order.id, fulfillmentOrderLineItems: [] };
        planned.fulfillmentOrderLineItems.push({ id: line.id, quantity });
        group.set(order.id, planned);
      }
    }
    if (open === 0) continue;
    const blocked = orders.find(
      (order) => !canFulfil(order) && order.lines.some((l) => l.lineItemId === want.externalLineId && l.remaining > 0),
    );
    const held = blocked && heldBecause(blocked);
    refused.push({
      line: want.externalLineId,
      held: held !== undefined,
      why: held ?? (blocked ? whyNot(blocked) : `${open} of its pieces are not left to be fulfilled in Shopify`),
    });
  }
  if (refused.length > 0) {
    const reasons = [...new Set(refused.map((one) => one.why))].join('; ');
    const held = refused.every((one) => one.held);
    throw new ConnectorError('rejected', held ? reasons : `Shopify cannot take this parcel: ${reasons}`, {
      code: held ? 'held_back' : 'other',
      lines: refused.map((one) => one.line),
    });
  }
  return [...groups.values()].map((group) => [...group.values()]);
}
