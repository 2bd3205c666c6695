import type { PendingRefund } from '@quayside/contracts';
import { isId, money } from '@quayside/kernel';
import { type Executor, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findOrders } from '../../orders/index.ts';
import { countRefundPlaces, findExpectedRefunds, findRefundLocations, findRefunds } from '../refund-repo.ts';
import { findPurchases } from '../repo.ts';
import { creditedSum, paidAmount } from '../rules/refunds.ts';
import { namesOf, orderIdsOf, orderNumber } from '../tables.ts';

interface Page {
  cursor?: string | undefined;
  page?: number | undefined;
  page_size: number;
}

/** Pending refunds of supplier orders of one workplace. */
async function refundsIn(ex: Executor, workplaceId: string, ids: readonly string[]): Promise<PendingRefund[]> {
  const expected = (await findExpectedRefunds(ex, workplaceId, ids)).filter((one) => one.pending > 0);
  if (expected.length === 0) return [];
  const rows = await findPurchases(ex, workplaceId, ids);
  const booked = await findRefunds(ex, workplaceId, ids);
  const orders = await findOrders(ex, workplaceId, rows.flatMap(orderIdsOf));
  const workspace = await ex.first<{ name: string }>(
    sql`select name from workplace where workplace_id = ${workplaceId}`,
  );
  return expected.flatMap(({ supplier_order_id: id, pending, reason, expected_at }) => {
    const row = rows.find((one) => one.supplier_order_id === id);
    if (!row) return [];
    const own = booked.filter((one) => one.supplier_order_id === id);
    return [
      {
        id,
        source: row.supplier,
        order_no: orderNumber(row),
        order_name: namesOf(orderIdsOf(row).flatMap((of) => orders.find((order) => order.order_id === of) ?? [])),
        workspace: workspace?.name ?? '',
        is_sandbox: row.mode === 'sandbox',
        reason,
        paid: money(paidAmount(row, own), row.currency),
        refunded: money(creditedSum(own), row.currency),
        pending: money(pending, row.currency),
        expected_at,
      },
    ];
  });
}

/** A page of refunds expected for wallets, of all workplaces or one (`of`), newest order first. */
export async function pendingRefunds(
  deps: Pick<Deps, 'db'>,
  of: string | undefined,
  { cursor, page, page_size }: Page,
): Promise<{ items: PendingRefund[]; next_cursor?: string; total: number }> {
  const after = cursor !== undefined && isId(cursor) ? cursor : undefined;
  const offset = after === undefined ? ((page ?? 1) - 1) * page_size : 0;
  const { found, total } = await deps.db.global(async (tx) => ({
    found: await findRefundLocations(tx, { of, after, offset, most: page_size + 1 }),
    total: await countRefundPlaces(tx, of),
  }));
  const places = found.slice(0, page_size);
  const items: PendingRefund[] = [];
  for (const [workplaceId, own] of Map.groupBy(places, (one) => one.workplace_id)) {
    const scope = { accountId: own[0]?.account_id ?? '', workplaceId };
    const ids = own.map((one) => one.supplier_order_id);
    items.push(...(await deps.db.read(scope, (ex) => refundsIn(ex, workplaceId, ids))));
  }
  const last = places.at(-1);
  return {
    items: items.sort((a, b) => (a.id < b.id ? 1 : -1)),
    total,
    ...(found.length > places.length && last ? { next_cursor: last.supplier_order_id } : {}),
  };
}
