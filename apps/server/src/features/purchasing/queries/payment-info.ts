import { type Money, money, notFoundField } from '@quayside/kernel';
import { type Executor, type Sql, sql } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { isOfOrders, isOneOf } from '../../../states/sql.ts';
import { PAYABLE } from '../../../states/supplier-order.ts';
import { readWallet, spendable } from '../../wallet/index.ts';
import { purchaseConditions } from './purchases.ts';

export interface PaymentInfoQuery {
  supplier_order_ids?: readonly string[] | undefined;
  order_ids?: readonly string[] | undefined;
  all?: true | undefined;
  source?: string | undefined;
  store_id?: string | undefined;
}

export interface PaymentInfo {
  supplier_orders: number;
  orders: number;
  /** What the wallet would pay, in USD. */
  wallet_total: Money;
  /** What is paid from the owner's accounts at suppliers, one sum per currency. */
  own_totals: Money[];
  /** Of the wallet that pays: sandbox only if every supplier order is. */
  mode: Mode;
}

/** A condition on supplier_order p: those named that can be paid now. */
function payable(workplaceId: string, query: PaymentInfoQuery): Sql {
  const named = query.supplier_order_ids
    ? sql`p.supplier_order_id = any(${query.supplier_order_ids}::uuid[])`
    : query.order_ids
      ? isOfOrders(query.order_ids, 'p.')
      : sql`true`;
  const where = purchaseConditions(workplaceId, {
    ...(query.source ? { source: query.source as never } : {}),
    ...(query.store_id ? { store_id: query.store_id } : {}),
  });
  return sql`${where} and ${named} and p.state = 'placed' and ${isOneOf('p.pay_state', PAYABLE)}`;
}

/** Throws SUPPLIER_ORDER_NOT_FOUND for `supplier_order_ids` unless all belong to the workplace. */
export async function mustKnowSupplierOrders(ex: Executor, workplaceId: string, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const known = await ex.first<{ n: number }>(sql`select count(*)::int as n from supplier_order
    where workplace_id = ${workplaceId} and supplier_order_id = any(${wanted}::uuid[])`);
  if (known?.n !== wanted.length) throw notFoundField('supplier_order_ids', 'SUPPLIER_ORDER_NOT_FOUND');
}

/** Sums of the supplier orders that can be paid now, among those named; the queries are two whatever their number. */
export async function getPaymentInfo(ex: Executor, workplaceId: string, query: PaymentInfoQuery): Promise<PaymentInfo> {
  const where = payable(workplaceId, query);
  const rows = await ex.rows<{
    payer: string;
    currency: string;
    n: number;
    live: boolean;
    amount: number;
  }>(sql`select p.payer, p.currency, count(*)::int as n, bool_or(p.mode = 'live') as live,
      coalesce(sum(coalesce(p.total_cost, p.quoted_items + p.quoted_shipping)), 0)::bigint as amount
    from supplier_order p where ${where} group by 1, 2 order by 1, 2`);
  const orders = await ex.first<{ n: number }>(sql`select count(distinct o)::int as n
    from supplier_order p, unnest(array_prepend(p.order_id, p.other_order_ids)) o where ${where}`);
  const wallet = rows.filter((row) => row.payer === 'wallet').reduce((sum, row) => sum + row.amount, 0);
  return {
    supplier_orders: rows.reduce((sum, row) => sum + row.n, 0),
    orders: orders?.n ?? 0,
    wallet_total: money(wallet, 'USD'),
    own_totals: rows.filter((row) => row.payer !== 'wallet').map((row) => money(row.amount, row.currency)),
    mode: rows.length === 0 || rows.some((row) => row.live) ? 'live' : 'sandbox',
  };
}

/** The balance of the wallet that would pay, and what it lacks. */
export async function withWallet<I extends PaymentInfo>(
  ex: Executor,
  accountId: string,
  info: I,
): Promise<I & { wallet_available: Money; wallet_short: Money | null }> {
  const wallet = await readWallet(ex, accountId, info.mode);
  const available = wallet ? spendable(wallet) : 0;
  const short = info.wallet_total.amount - available;
  return {
    ...info,
    wallet_available: money(available, 'USD'),
    wallet_short: short > 0 ? money(short, 'USD') : null,
  };
}
