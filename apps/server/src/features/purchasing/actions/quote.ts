import { ConnectorError, type ShippingOption } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { quoteShipping } from '../../sourcing/index.ts';
import { cheapest } from '../rules/plan-shipping.ts';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';

const askOf = (row: PurchaseRow, lines: readonly PurchaseLineRow[]) => ({
  source: row.supplier,
  mode: row.mode,
  countryCode: row.address.countryCode ?? '',
  ...(row.address.postalCode ? { postalCode: row.address.postalCode } : {}),
  lines: lines.map((line) => ({
    sourceProductId: line.source_product_id,
    sourceVariantId: line.source_variant_id,
    quantity: line.quantity,
  })),
});

/**
 * The cheapest shipping method for a supplier order without a chosen one. Throws rejected/shipped_country_notfound with
 * the affected lines if known, or the supplier's error.
 */
export async function cheapestService(
  deps: Deps,
  scope: Scope,
  row: PurchaseRow,
  lines: readonly PurchaseLineRow[],
): Promise<ShippingOption> {
  const quote = async (set: readonly PurchaseLineRow[]): Promise<readonly ShippingOption[]> => {
    try {
      return (await quoteShipping(deps, scope, askOf(row, set))).options;
    } catch (error) {
      if (error instanceof AppError && error.cause instanceof ConnectorError) throw error.cause;
      throw error;
    }
  };
  const option = cheapest(await quote(lines));
  if (option) return option;
  const atFault: string[] = [];
  if (lines.length > 1) for (const line of lines) if ((await quote([line])).length === 0) atFault.push(line.line_id);
  throw new ConnectorError('rejected', 'supplier has no shipping method to this destination', {
    code: 'shipped_country_notfound',
    lines: atFault.length > 0 ? atFault : lines.map((line) => line.line_id),
  });
}
