import { ConnectorError, type ShippingOption } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type QuoteRequest, quoteShipping } from '../../sourcing/index.ts';
import { chooseMethod, type Parcel, type PlacementSetting } from '../rules/choose-method.ts';
import type { PurchaseLineRow, PurchaseRow } from '../tables.ts';

/** Shipping methods from the preferred warehouse, or from any if it can't ship the goods. */
export async function quoteFrom(
  deps: Deps,
  scope: Scope,
  ask: QuoteRequest,
  warehouse: string | null,
): Promise<readonly ShippingOption[]> {
  if (warehouse !== null) {
    const { options } = await quoteShipping(deps, scope, { ...ask, shipFrom: warehouse });
    if (options.length > 0) return options;
  }
  return (await quoteShipping(deps, scope, ask)).options;
}

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
 * The shipping method for a supplier order without a chosen one, by the supplier's settings. Throws rejected/shipped_country_notfound with
 * the affected lines if known, or the supplier's error.
 */
export async function chooseService(
  deps: Deps,
  scope: Scope,
  row: PurchaseRow,
  lines: readonly PurchaseLineRow[],
  { setting, parcel }: { setting: PlacementSetting; parcel: Parcel },
): Promise<ShippingOption> {
  const quote = async (set: readonly PurchaseLineRow[]): Promise<readonly ShippingOption[]> => {
    try {
      return await quoteFrom(deps, scope, askOf(row, set), setting.warehouse);
    } catch (error) {
      if (error instanceof AppError && error.cause instanceof ConnectorError) throw error.cause;
      throw error;
    }
  };
  const { option } = chooseMethod(setting, parcel, await quote(lines));
  if (option) return option;
  const atFault: string[] = [];
  if (lines.length > 1) for (const line of lines) if ((await quote([line])).length === 0) atFault.push(line.line_id);
  throw new ConnectorError('rejected', 'supplier has no shipping method to this destination', {
    code: 'shipped_country_notfound',
    lines: atFault.length > 0 ? atFault : lines.map((line) => line.line_id),
  });
}
