import {
  afterAnEffect,
  type ChannelFulfillment,
  type ConnectorContext,
  ConnectorError,
  type FulfillmentInput,
} from '@quayside/connector-kit';
import { carrierName } from './carriers.ts';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors, type UserError } from './errors.ts';
import { type OpenFulfillmentOrder, planFulfillments, stillWanted } from './fulfillment-plan.ts';
import { listFulfillments } from './fulfillments.ts';
import { sleep } from './governor.ts';
import { everyPage } from './pages.ts';
import type { RawFulfillmentOrder } from './raw.ts';
import { sameNumber } from './tracking-plan.ts';

/** Shopify routes an order in the background, some moments after it came in. */
const ROUTING_TRIES = 4;
const ROUTING_WAIT_MS = 400;
const ROUTING_LATER_MS = 5_000;

async function withLines(ctx: ConnectorContext, raw: RawFulfillmentOrder): Promise<OpenFulfillmentOrder> {
  const lines = await everyPage(
    async (after) =>
      (await run(ctx, documents.fulfillmentOrderLines, { id: raw.id, after })).fulfillmentOrder?.lineItems,
  );
  return {
    id: raw.id,
    status: raw.status,
    fulfillAt: raw.fulfillAt,
    actions: raw.supportedActions.map((supported) => supported.action),
    holds: raw.fulfillmentHolds,
    locationId: raw.assignedLocation.location?.id,
    locationName: raw.assignedLocation.name,
    lines: lines.map((line) => ({ id: line.id, lineItemId: line.lineItem.id, remaining: line.remainingQuantity })),
  };
}

const SETTLED = new Set(['CLOSED', 'CANCELLED', 'INCOMPLETE']);

async function readFulfillmentOrders(ctx: ConnectorContext, id: string): Promise<RawFulfillmentOrder[]> {
  return everyPage(async (after) => {
    const { order } = await run(ctx, documents.fulfillmentOrders, { id, after });
    if (!order) throw new ConnectorError('not-found', `order ${id} no longer exists in the store`);
    return order.fulfillmentOrders;
  });
}

/** The fulfilment orders of an order. Waits a little for an order that is not routed yet; throws temporary when it stays so. */
async function openFulfillmentOrders(ctx: ConnectorContext, id: string): Promise<OpenFulfillmentOrder[]> {
  for (let attempt = 1; ; attempt += 1) {
    const all = await readFulfillmentOrders(ctx, id);
    if (all.length > 0) {
      const open: OpenFulfillmentOrder[] = [];
      for (const raw of all) if (!SETTLED.has(raw.status)) open.push(await withLines(ctx, raw));
      return open;
    }
    if (attempt === ROUTING_TRIES) {
      throw new ConnectorError('temporary', 'Shopify has not routed the order to a location yet', {
        retryAfterMs: ROUTING_LATER_MS,
      });
    }
    await sleep(ROUTING_WAIT_MS, ctx.signal);
  }
}

/**
 * The plan was made from what Shopify had just told. A refusal of its quantities or states says that this was out of
 * date (a parcel told at the same time, an effect that its queries show only later): reading again will tell.
 */
function refuseFulfillment(userErrors: UserError[]): void {
  const stale = userErrors.find((error) => /quantity|status/i.test(error.message));
  if (stale) {
    const detail = `Shopify knows more of this order than it shows yet: ${stale.message}`;
    throw new ConnectorError('temporary', detail, { retryAfterMs: ROUTING_LATER_MS });
  }
  refuseUserErrors('Shopify refused the fulfilment', userErrors);
}

/**
 * Reports one parcel, once: pieces that a standing fulfilment with the same tracking number, or the one it was reported
 * under before, has reported are not reported again, so that a repeated call after a lost answer adds nothing. Throws rejected/held_back while pieces are on
 * hold or scheduled for later, rejected when they were given to another fulfilment service or are not left.
 */
export async function createFulfillment(ctx: ConnectorContext, input: FulfillmentInput): Promise<ChannelFulfillment> {
  const standing = (await listFulfillments(ctx, input.externalOrderId)).filter(
    (fulfillment) =>
      fulfillment.externalFulfillmentId === input.externalFulfillmentId ||
      fulfillment.trackingNumbers.some((number) => sameNumber(number, input.tracking.number)),
  );
  const wanted = stillWanted(
    input.lines,
    standing.flatMap((fulfillment) => fulfillment.lines),
  );
  const answer = (id: string): ChannelFulfillment => ({
    externalFulfillmentId: id,
    ref: input.ref,
    trackingNumbers: [input.tracking.number],
    lines: input.lines,
  });
  const [reported] = standing;
  if (wanted.length === 0 && reported) return answer(reported.externalFulfillmentId);

  const plans = planFulfillments(await openFulfillmentOrders(ctx, input.externalOrderId), wanted);
  let id = reported?.externalFulfillmentId;
  let made = false;
  for (const lineItemsByFulfillmentOrder of plans) {
    const fulfillment = {
      lineItemsByFulfillmentOrder,
      trackingInfo: {
        company: carrierName(input.tracking.carrier),
        number: input.tracking.number,
        ...(input.tracking.url === undefined ? {} : { url: input.tracking.url }),
      },
      notifyCustomer: input.notifyCustomer,
    };
    const create = () => run(ctx, documents.createFulfillment, { fulfillment });
    const { fulfillmentCreate } = made ? await afterAnEffect(create) : await create();
    made = true;
    refuseFulfillment(fulfillmentCreate?.userErrors ?? []);
    id ??= fulfillmentCreate?.fulfillment?.id;
  }
  if (id === undefined) throw new ConnectorError('unknown', 'Shopify answered a fulfilment without its id');
  return answer(id);
}
