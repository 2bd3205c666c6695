import {
  type ConnectorContext,
  ConnectorError,
  type DisputedOrder,
  type DisputeInput,
  type DisputeReason,
  type SupplierDispute,
} from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { usd } from './map-money.ts';
import { parseTime } from './map-order.ts';
import * as raw from './raw.ts';
import { askAccount } from './session.ts';

/** CJ, disputes/create: messageText has at most 500 characters. */
const MAX_MESSAGE = 500;
const PAGE_SIZE = 50;
/** Clocks differ. */
const MARGIN_MS = 10 * 60_000;

/** expectType and finallyDeal: 1 refund, 2 reissue (and, of the latter, 3 reject). refundType 1: to the balance. */
const REFUND = 1;
const REISSUE = 2;
const REJECT = 3;
const TO_BALANCE = 1;

/** CJ names its reasons per order and publishes no list, so ours are found by their words. */
const REASON_WORDS: Readonly<Record<DisputeReason, RegExp>> = {
  item_not_received: /not\s+(been\s+)?(receiv|arriv|deliver)|undeliver|lost|missing/i,
  damaged_item: /damag|broken/i,
  defective_item: /defect|quality|malfunction|not\s+work/i,
  item_not_as_described: /descri|wrong|incorrect|mismatch|different/i,
};

const toState = ({ finallyDeal, status }: raw.RawDispute): SupplierDispute['state'] => {
  if (finallyDeal === REFUND) return 'refunded';
  if (finallyDeal === REISSUE) return 'replaced';
  if (finallyDeal === REJECT) return 'rejected';
  return /cancel/i.test(status ?? '') ? 'cancelled' : 'open';
};

function toDispute(dispute: raw.RawDispute): SupplierDispute {
  const state = toState(dispute);
  return {
    disputeId: dispute.id,
    state,
    ...(state === 'refunded' && dispute.money != null ? { refunded: usd(dispute.money) } : {}),
    ...(state === 'replaced' && dispute.resendOrderCode ? { replacementOrderId: dispute.resendOrderCode } : {}),
  };
}

async function disputesOf(ctx: ConnectorContext, orderId: string): Promise<raw.RawDispute[]> {
  const query = { orderId, pageNum: '1', pageSize: String(PAGE_SIZE) };
  const page = await askAccount(
    ctx,
    { method: 'GET', path: '/disputes/getDisputeList', query, effect: false },
    raw.disputePage,
  );
  return page.list ?? [];
}

/**
 * Looks up our dispute. CJ keeps no reference of ours in its answers, but allows only one open dispute per item, so the
 * newest one since we asked with one of the items is ours.
 */
export async function findDispute(
  ctx: ConnectorContext,
  { supplierOrderId, lines, since, others }: DisputedOrder,
): Promise<SupplierDispute | undefined> {
  const vids = new Set(lines.map((line) => line.sourceVariantId));
  const from = Date.parse(since) - MARGIN_MS;
  const found = (await disputesOf(ctx, supplierOrderId)).filter(
    (one) =>
      !others.includes(one.id) &&
      Date.parse(parseTime(one.createDate) ?? since) >= from &&
      (one.productList ?? []).some((product) => vids.has(product.cjVariantId ?? '')),
  );
  // CJ lists the newest first.
  const newest = found.reduce<raw.RawDispute | undefined>(
    (last, one) => (last && (last.createDate ?? '') >= (one.createDate ?? '') ? last : one),
    undefined,
  );
  return newest && toDispute(newest);
}

export async function getDispute(
  ctx: ConnectorContext,
  { supplierOrderId, disputeId }: { supplierOrderId: string; disputeId: string },
): Promise<SupplierDispute | undefined> {
  const found = (await disputesOf(ctx, supplierOrderId)).find((one) => one.id === disputeId);
  return found && toDispute(found);
}

/** CJ's ids of the items. Throws `rejected` when one can't be disputed, for example because a dispute is open. */
async function itemsOf(
  ctx: ConnectorContext,
  input: DisputeInput,
): Promise<{ lineItemId: string; quantity: number }[]> {
  const { productInfoList } = await askAccount(
    ctx,
    { method: 'GET', path: '/disputes/disputeProducts', query: { orderId: input.supplierOrderId }, effect: false },
    raw.disputeProducts,
  );
  const used = new Set<string>();
  return input.lines.map(({ sourceVariantId, quantity }) => {
    // An order may hold a variant twice, for example of two combined orders.
    const same = productInfoList?.filter(
      (one) => one.cjVariantId === sourceVariantId && !used.has(one.lineItemId ?? ''),
    );
    const item = same?.find((one) => one.canChoose !== false) ?? same?.[0];
    used.add(item?.lineItemId ?? '');
    if (!item?.lineItemId || item.canChoose === false)
      throw new ConnectorError('rejected', `CJ allows no dispute about ${item?.cjProductName ?? sourceVariantId} now`, {
        code: 'other',
      });
    return { lineItemId: item.lineItemId, quantity: Math.min(quantity, item.quantity ?? quantity) };
  });
}

/** Opens a dispute in CJ's three steps: the items, what CJ allows for them, then the dispute. */
export async function openDispute(ctx: ConnectorContext, input: DisputeInput): Promise<SupplierDispute> {
  const items = await itemsOf(ctx, input);
  const price = Number(toDecimal(input.amount));
  const info = await askAccount(
    ctx,
    {
      method: 'POST',
      path: '/disputes/disputeConfirmInfo',
      body: { orderId: input.supplierOrderId, productInfoList: items, price },
      effect: false,
    },
    raw.disputeConfirmInfo,
  );
  if (info.maxAmount != null && usd(info.maxAmount).amount < input.amount.amount)
    throw new ConnectorError('rejected', `CJ refunds at most ${info.maxAmount} USD for these items`, { code: 'other' });
  const reasons = info.disputeReasonList ?? [];
  const reason =
    reasons.find((one) => REASON_WORDS[input.reason].test(one.reasonName ?? '')) ??
    reasons.find((one) => /other/i.test(one.reasonName ?? ''));
  if (!reason)
    throw new ConnectorError(
      'rejected',
      `CJ offers no such reason: ${reasons.map((one) => one.reasonName).join(', ')}`,
      {
        code: 'other',
      },
    );
  await askAccount(
    ctx,
    {
      method: 'POST',
      path: '/disputes/create',
      body: {
        businessDisputeId: input.reference,
        orderId: input.supplierOrderId,
        disputeReasonId: reason.disputeReasonId,
        expectType: input.wants === 'refund' ? REFUND : REISSUE,
        refundType: TO_BALANCE,
        messageText: input.message.slice(0, MAX_MESSAGE),
        imageUrl: input.photoUrls,
        productInfoList: items,
        price,
      },
      effect: true,
    },
    raw.anything,
  );
  const made = await findDispute(ctx, input);
  if (!made) throw new ConnectorError('unknown', `CJ accepted the dispute ${input.reference} but does not show it yet`);
  return made;
}
