import { type ConnectorContext, ConnectorError, type RefundInput } from '@quayside/connector-kit';
import { type Money, money, moneyFromDecimal, sum, toDecimal, toNumber } from '@quayside/kernel';
import { createClient, type WooClient } from './client.ts';
import { metaText, REF } from './meta.ts';
import { type RawHead, type RawOrder, rawHead, rawOrder, rawRefund } from './raw.ts';

const path = (input: RefundInput): string => `orders/${encodeURIComponent(input.externalOrderId)}/refunds`;

async function lookUp(client: WooClient, input: RefundInput): Promise<{ externalRefundId: string } | undefined> {
  const refunds = await client.all({ path: path(input), shape: rawRefund });
  const found = refunds.find((refund) => metaText(refund.meta_data, REF) === input.ref);
  return found && { externalRefundId: String(found.id) };
}

/** Ids that a question names at most: WordPress repeats each in the headers of its answer. */
const ASKED_TOGETHER = 50;

/** Refunds of many orders by their own ids, which the orders name. undefined: WooCommerce is older than 9.0. */
async function together(client: WooClient, ids: number[]): Promise<RawHead[] | undefined> {
  const found: RawHead[] = [];
  try {
    for (let from = 0; from < ids.length; from += ASKED_TOGETHER) {
      const include = ids.slice(from, from + ASKED_TOGETHER).join(',');
      const query = { include, per_page: ASKED_TOGETHER };
      found.push(...(await client.get({ path: 'refunds', query, shape: rawHead.array() })));
    }
  } catch (error) {
    // There is no such route (rest_no_route).
    if (error instanceof ConnectorError && error.code === 'not_a_shop') return undefined;
    throw error;
  }
  return found;
}

/** The refunds of orders, with their lines, by the orders' ids, as the shop answered them. */
export async function getRefunds(
  client: WooClient,
  orders: readonly Pick<RawOrder, 'id' | 'refunds'>[],
): Promise<Map<number, RawHead[]>> {
  const refunded = orders.filter((order) => order.refunds.length > 0);
  const ids = refunded.flatMap((order) => order.refunds.map((refund) => refund.id));
  const found = refunded.length > 1 ? await together(client, ids) : undefined;
  const byId = new Map(found?.map((refund) => [refund.id, refund]));
  const of = new Map<number, RawHead[]>();
  for (const order of refunded) {
    const known = order.refunds.flatMap((refund) => byId.get(refund.id) ?? []);
    // One that the shop did not show there is asked for where it belongs.
    const whole = known.length === order.refunds.length;
    of.set(order.id, whole ? known : await client.all({ path: `orders/${order.id}/refunds`, shape: rawHead }));
  }
  return of;
}

/** What became of a createRefund with this reference. */
export const findRefund = (ctx: ConnectorContext, input: RefundInput) => lookUp(createClient(ctx), input);

/**
 * What each line gives back, at most the amount in all: WooCommerce wants it per line for its reports and its stock.
 * Cents that do not divide go to the first lines.
 */
export function getShares(order: Pick<RawOrder, 'currency' | 'line_items'>, input: RefundInput): Money[] {
  const { currency } = order;
  const full = input.lines.map(({ externalLineId, quantity }) => {
    const line = order.line_items.find((entry) => String(entry.id) === externalLineId);
    if (!line || line.quantity <= 0) return money(0, currency);
    const total = moneyFromDecimal(line.total, currency).amount;
    return money(Math.round((total * Math.min(quantity, line.quantity)) / line.quantity), currency);
  });
  const wanted = sum(full, currency).amount;
  if (wanted <= input.amount.amount) return full;
  let left = input.amount.amount;
  return full.map((share) => {
    const part = Math.min(left, Math.ceil((share.amount * input.amount.amount) / wanted));
    left -= part;
    return money(part, currency);
  });
}

/**
 * Records a refund in the shop. No money moves through the shop's payment provider (api_refund false): the merchant
 * pays back where he was paid. A refund with this reference that is there already is answered, not repeated.
 */
export async function createRefund(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string }> {
  const client = createClient(ctx);
  const known = await lookUp(client, input);
  if (known) return known;
  const order = await client.get({
    path: `orders/${encodeURIComponent(input.externalOrderId)}`,
    query: { _fields: 'id,currency,line_items' },
    shape: rawOrder.pick({ id: true, currency: true, line_items: true }),
  });
  const shares = getShares(order, input);
  const made = await client.send('POST', {
    path: path(input),
    shape: rawRefund,
    body: {
      amount: toDecimal(input.amount),
      reason: input.reason ?? '',
      api_refund: false,
      api_restock: input.restock,
      line_items: input.lines.map((line, index) => ({
        id: Number(line.externalLineId),
        quantity: line.quantity,
        refund_total: toNumber(shares[index] ?? money(0, order.currency)),
      })),
      meta_data: [{ key: REF, value: input.ref }],
    },
  });
  return { externalRefundId: String(made.id) };
}
