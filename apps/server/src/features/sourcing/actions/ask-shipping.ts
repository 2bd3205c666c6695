import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getLogistics } from '../queries/price-detail.ts';
import type { SourceName } from './read-source.ts';

/** Whether a supplier has to be asked for each product's shipping: its catalogue brings no figures. */
export const quotesShipping = (deps: Pick<Deps, 'connectors'>, source: SourceName['source']): boolean => {
  const supplier = deps.connectors.suppliers[source];
  return supplier !== undefined && supplier.priceZones === undefined;
};

/** The quoted shipping of one item of the cheapest variant. cost: null where the supplier doesn't ship it to the country. */
export interface QuotedShipping {
  cost: number | null;
  currency: string;
  at: string;
}

/**
 * Asks a supplier for a product's shipping, and keeps the figure. undefined: it can't say, for example as the variant is out of
 * stock. Throws like askSupplier when the supplier can't be asked now.
 */
export async function askShipping(deps: Deps, scope: Scope, name: SourceName): Promise<QuotedShipping | undefined> {
  try {
    const { row, variant, quote } = await getLogistics(deps, scope, name, { quantity: 1 });
    const [best] = quote.options;
    if (best && best.amount.currency !== row.currency) return undefined;
    // Suppliers quote from where the goods are: no place has any, which says nothing about shipping.
    if (!best && variant.stock === 0) return undefined;
    return { cost: best?.amount.amount ?? null, currency: row.currency, at: quote.quotedAt };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'SOURCE_PRODUCT_NOT_FOUND' || error.code === 'SOURCE_VARIANT_NOT_FOUND') return undefined;
    const kind = error.cause instanceof ConnectorError ? error.cause.kind : undefined;
    // A refusal or unreadable response affects only this product.
    if (kind === 'rejected' || kind === 'unexpected' || kind === 'not-found') return undefined;
    throw error;
  }
}
