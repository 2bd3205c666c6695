import {
  type ConnectorContext,
  ConnectorError,
  type RefundableAmount,
  type RefundInput,
} from '@quayside/connector-kit';
import { type Money, money, moneyFromDecimal, subtract, sum, toDecimal, toNumber } from '@quayside/kernel';
import { createClient, type WooClient } from './client.ts';
import { metaText, REF } from './meta.ts';
import { type RawHead, type RawOrder, type RawRefund, rawHead, rawOrder, rawRefund } from './raw.ts';

const path = (input: RefundInput): string => `orders/${encodeURIComponent(input.externalOrderId)}/refunds`;

const withRef = (refunds: readonly RawRefund[], ref: string): { externalRefundId: string } | undefined => {
  const found = refunds.find((refund) => metaText(refund.meta_data, REF) === ref);
  return found && { externalRefundId: String(found.id) };
};

const listRefunds = (client: WooClient, input: RefundInput): Promise<RawRefund[]> =>
  client.all({ path: path(input), shape: rawRefund });

/**
 * WooCommerce pays back before it writes a refund's metadata, so a crash in between leaves a paid refund without our
 * reference. Source: prepare_object_for_database in class-wc-rest-order-refunds-v2-controller.php.
 */
function refuseUnmarkedTwin(refunds: readonly RawRefund[], { amount, reason = '' }: RefundInput): void {
  const twin = refunds.find(
    (refund) =>
      metaText(refund.meta_data, REF) === undefined &&
      moneyFromDecimal(refund.amount, amount.currency).amount === amount.amount &&
      (refund.reason ?? '') === reason,
  );
  if (!twin) return;
  const text = `refund ${twin.id} of the order has the same amount and reason; check the payment before refunding again`;
  throw new ConnectorError('rejected', text, { code: 'already_exists' });
}

/** An order without a payment date was never paid. */
export async function readRefundable(
  ctx: ConnectorContext,
  externalOrderId: string,
): Promise<RefundableAmount | undefined> {
  try {
    const order = await createClient(ctx).get({
      path: `orders/${encodeURIComponent(externalOrderId)}`,
      query: { _fields: 'id,currency,total,refunds,date_paid_gmt' },
      shape: rawOrder.pick({ id: true, currency: true, total: true, refunds: true, date_paid_gmt: true }),
    });
    const { currency } = order;
    const paid = order.date_paid_gmt ? moneyFromDecimal(order.total, currency) : money(0, currency);
    // Totals of refunds are negative.
    const back = order.refunds.map((refund) =>
      money(Math.abs(moneyFromDecimal(refund.total, currency).amount), currency),
    );
    return { paid, left: money(Math.max(0, subtract(paid, sum(back, currency)).amount), currency) };
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
    throw error;
  }
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
export const findRefund = async (ctx: ConnectorContext, input: RefundInput) =>
  withRef(await listRefunds(createClient(ctx), input), input.ref);

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

/** Every refusal of a refund has this code; only its text says why, in the shop's language. */
const REFUSED = 'woocommerce_rest_cannot_create_order_refund: ';

/**
 * The reason of a refused refund, from WooCommerce's English texts (wc_create_refund, wc_refund_payment). Translated texts
 * and those of payment gateways count as declined where the gateway was asked. The detail is the shop's text alone.
 */
function refundRefusal(error: unknown, { paysBack }: Pick<RefundInput, 'paysBack'>): unknown {
  if (!(error instanceof ConnectorError) || error.kind !== 'rejected' || !error.detail.startsWith(REFUSED))
    return error;
  const text = error.detail.slice(REFUSED.length);
  const code = /^Invalid refund amount/i.test(text)
    ? 'refund_amount'
    : /does not (support automatic refunds|exist)/i.test(text)
      ? 'refund_unsupported'
      : paysBack
        ? 'refund_declined'
        : 'invalid_input';
  return new ConnectorError('rejected', text, { code, cause: error });
}

/**
 * Creates a refund, which the store's payment gateway pays back or which is only recorded. A refund with this reference is
 * returned, not repeated.
 */
export async function createRefund(ctx: ConnectorContext, input: RefundInput): Promise<{ externalRefundId: string }> {
  const client = createClient(ctx);
  const refunds = await listRefunds(client, input);
  const known = withRef(refunds, input.ref);
  if (known) return known;
  if (input.paysBack) refuseUnmarkedTwin(refunds, input);
  const order = await client.get({
    path: `orders/${encodeURIComponent(input.externalOrderId)}`,
    query: { _fields: 'id,currency,line_items' },
    shape: rawOrder.pick({ id: true, currency: true, line_items: true }),
  });
  const shares = getShares(order, input);
  const made = await client
    .send('POST', {
      path: path(input),
      shape: rawRefund,
      body: {
        amount: toDecimal(input.amount),
        reason: input.reason ?? '',
        api_refund: input.paysBack,
        api_restock: input.restock,
        line_items: input.lines.map((line, index) => ({
          id: Number(line.externalLineId),
          quantity: line.quantity,
          refund_total: toNumber(shares[index] ?? money(0, order.currency)),
        })),
        meta_data: [{ key: REF, value: input.ref }],
      },
    })
    .catch((error: unknown) => {
      throw refundRefusal(error, input);
    });
  return { externalRefundId: String(made.id) };
}
