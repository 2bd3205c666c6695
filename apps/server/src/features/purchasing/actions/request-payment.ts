import { may } from '@quayside/contracts';
import { AppError, type Money, money, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { membersOf } from '../../../http/members-of.ts';
import { personName, type Who } from '../../../http/who.ts';
import { findLink, type Link, linkUrl, makeLink, useLink, workspaceName } from '../../accounts/index.ts';
import { queueMail } from '../../mail/index.ts';
import { findOrders, mustKnowOrders } from '../../orders/index.ts';
import { findPayers } from '../../team/index.ts';
import { getPaymentInfo, withWallet } from '../queries/payment-info.ts';
import { type PayAnswer, payOrders } from './pay-orders.ts';

const PURPOSE = 'payment-confirmation';
/** Orders listed to the person who confirms. */
const MOST_LISTED = 50;

/**
 * Emails a member who may pay a link to confirm the payment of orders. Throws PAYMENT_REQUEST_NOTHING without a payable
 * supplier order, and MEMBER_NOT_FOUND at `account_id`.
 */
export const requestPayment = (
  deps: Deps,
  who: Who,
  input: { order_ids: readonly string[]; account_id: string },
): Promise<{ sent_to: string; supplier_orders: number }> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    await mustKnowOrders(tx, workplaceId, input.order_ids, 'order_ids');
    const payer = (await findPayers(tx, workplaceId)).find((one) => one.account_id === input.account_id);
    if (!payer) throw notFoundField('account_id', 'MEMBER_NOT_FOUND');
    const info = await getPaymentInfo(tx, workplaceId, { order_ids: input.order_ids });
    if (info.supplier_orders === 0) throw new AppError('BAD_REQUEST', 'PAYMENT_REQUEST_NOTHING');
    const link = await makeLink(tx, {
      accountId: payer.account_id,
      email: payer.email,
      purpose: PURPOSE,
      detail: { workplace: workplaceId, orders: input.order_ids.join(','), asked_by: personName(who.account) },
    });
    await queueMail(deps, tx, {
      kind: PURPOSE,
      accountId: payer.account_id,
      to: payer.email,
      name: payer.first_name,
      language: payer.language,
      params: {
        who: personName(who.account),
        workspace: (await workspaceName(tx, workplaceId)) ?? '',
        count: info.supplier_orders,
      },
      url: linkUrl(deps.config.ownUrl, '/app/orders/payment-confirmation', link),
    });
    return { sent_to: payer.name, supplier_orders: info.supplier_orders };
  });

interface Opened {
  here: WorkplaceScope;
  orderIds: string[];
  askedBy: string;
  /** The receiver, who pays. */
  payer: { id: string; name: string };
}

const linkBad = (): AppError => new AppError('BAD_REQUEST', 'PAYMENT_REQUEST_LINK_BAD');

/** The request behind a link, while its receiver still may pay. Throws PAYMENT_REQUEST_LINK_BAD for every reason. */
async function openRequest(deps: Deps, link: Link): Promise<Opened> {
  const found = await deps.db.global((tx) => findLink(tx, PURPOSE, link));
  if (!found) throw linkBad();
  const workplaceId = found.detail.workplace ?? '';
  const members = await deps.db.read({ accountId: found.account_id }, (ex) => membersOf(ex, found.account_id));
  const member = members.find((one) => one.workplace_id === workplaceId);
  if (!member || member.suspended_at || member.store_ids || !may({ role: member.role }, 'orders.pay')) throw linkBad();
  return {
    here: { accountId: member.owner_id ?? found.account_id, workplaceId },
    orderIds: (found.detail.orders ?? '').split(',').filter(Boolean),
    askedBy: found.detail.asked_by ?? '',
    payer: { id: found.account_id, name: found.email },
  };
}

/** What the request would pay now. */
async function show(ex: Executor, { here, orderIds, askedBy }: Opened) {
  const info = await getPaymentInfo(ex, here.workplaceId, { order_ids: orderIds });
  const { mode, wallet_available: _available, ...sums } = await withWallet(ex, here.accountId, info);
  return {
    ...sums,
    workspace: (await workspaceName(ex, here.workplaceId)) ?? '',
    asked_by: askedBy,
    is_sandbox: mode === 'sandbox',
  };
}

/** What a request would pay now, for the person who opened its link. */
export async function readPaymentRequest(deps: Deps, link: Link) {
  const opened = await openRequest(deps, link);
  return deps.db.read(opened.here, async (ex) => {
    const { orders: _count, ...shown } = await show(ex, opened);
    const orders = await findOrders(ex, opened.here.workplaceId, opened.orderIds.slice(0, MOST_LISTED));
    return {
      ...shown,
      orders: orders.map((order) => ({
        name: order.name,
        placed_at: order.placed_at,
        total: money(order.total, order.currency),
      })),
    };
  });
}

/**
 * Pays what a request names, as the member who received it. Paying requests only what is still payable, so confirming
 * twice pays once; the link is used up afterwards, so that a crash in between loses nothing. Throws
 * PAYMENT_TOTAL_CHANGED when a sum differs from the one that was shown.
 */
export async function confirmPaymentRequest(
  deps: Deps,
  link: Link,
  said: { wallet_total: Money; own_totals: readonly Money[] },
  from: { ip: string; userAgent: string },
): Promise<PayAnswer> {
  const opened = await openRequest(deps, link);
  const shown = await deps.db.read(opened.here, (ex) => show(ex, opened));
  if (shown.supplier_orders === 0) throw new AppError('BAD_REQUEST', 'PAYMENT_REQUEST_NOTHING');
  const sums = ({ wallet_total, own_totals }: typeof said) =>
    JSON.stringify([wallet_total.amount, ...own_totals.map((one) => `${one.amount} ${one.currency}`)]);
  if (sums(shown) !== sums(said)) throw new AppError('BAD_REQUEST', 'PAYMENT_TOTAL_CHANGED');
  const actor = {
    kind: 'member' as const,
    ...opened.payer,
    action: 'POST /open-api/orders/payment-confirmation',
    ...from,
  };
  const here = { ...opened.here, actor };
  const answer = await payOrders(deps, here, { order_ids: opened.orderIds, allow_partial: false });
  if (answer.requested > 0) await deps.db.global((tx) => useLink(tx, PURPOSE, link));
  return answer;
}
