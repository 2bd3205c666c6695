import type { SupplierName } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import { findDeliveries } from '../../fulfilment/index.ts';
import { findPurchases, linesOfPurchases } from '../repo.ts';
import { requestedLines } from '../request-repo.ts';
import { getLineClaim, type LineClaim } from '../rules/claim-until.ts';
import { orderIdsOf, orderNumber, type PurchaseLineRow, type PurchaseRow } from '../tables.ts';

/** Claims of bought lines, by supplier order and line; two queries for any number of supplier orders. */
export async function findLineClaims(
  ex: Executor,
  workplaceId: string,
  purchases: readonly PurchaseRow[],
  bought: readonly PurchaseLineRow[],
  now: string,
): Promise<(line: Pick<PurchaseLineRow, 'supplier_order_id' | 'line_id'>) => LineClaim | undefined> {
  const orderIds = [...new Set(purchases.flatMap(orderIdsOf))];
  const deliveries = Map.groupBy(await findDeliveries(ex, workplaceId, orderIds), (one) => one.line_id);
  const requests = Map.groupBy(
    await requestedLines(
      ex,
      workplaceId,
      purchases.map((row) => row.supplier_order_id),
    ),
    (one) => one.line_id,
  );
  const byId = new Map(purchases.map((row) => [row.supplier_order_id, row]));
  const keyOf = (line: Pick<PurchaseLineRow, 'supplier_order_id' | 'line_id'>) =>
    `${line.supplier_order_id} ${line.line_id}`;
  const claims = new Map(
    bought.flatMap((line): [string, LineClaim][] => {
      const purchase = byId.get(line.supplier_order_id);
      if (!purchase) return [];
      const { line_id: id } = line;
      const claim = getLineClaim(purchase, line, deliveries.get(id) ?? [], requests.get(id) ?? [], now);
      return [[keyOf(line), claim]];
    }),
  );
  return (line) => claims.get(keyOf(line));
}

/** A supplier order with lines that can still be claimed, and a reason to: not received, or not sent to the supplier. */
export interface OpenClaim {
  supplier_order_id: string;
  /** Of the order whose items can be claimed. */
  order_id: string;
  supplier: SupplierName;
  order_no: string;
  /** The end of the earliest window that is still open. */
  until: string;
}

/** The given supplier orders that have something to claim now. */
export async function findOpenClaims(
  ex: Executor,
  workplaceId: string,
  supplierOrderIds: readonly string[],
  now: string,
): Promise<OpenClaim[]> {
  const purchases = await findPurchases(ex, workplaceId, supplierOrderIds);
  const bought = await linesOfPurchases(ex, workplaceId, supplierOrderIds);
  const claimOf = await findLineClaims(ex, workplaceId, purchases, bought, now);
  const lines = Map.groupBy(bought, (line) => line.supplier_order_id);
  return purchases.flatMap((row): OpenClaim[] => {
    const [first] = (lines.get(row.supplier_order_id) ?? [])
      .flatMap((line) => {
        const claim = claimOf(line);
        const hasReason = claim && (claim.receivedAt === null || claim.isUnsent);
        return hasReason && claim.until !== null && claim.until >= now
          ? [{ until: claim.until, order_id: line.order_id }]
          : [];
      })
      .sort((a, b) => (a.until < b.until ? -1 : a.until > b.until ? 1 : 0));
    if (!first) return [];
    const { supplier_order_id, supplier } = row;
    return [{ supplier_order_id, supplier, order_no: orderNumber(row), ...first }];
  });
}
