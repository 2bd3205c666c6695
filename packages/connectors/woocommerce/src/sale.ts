import type { ListingVariantInput } from '@quayside/connector-kit';
import { toDecimal } from '@quayside/kernel';
import { metaText, SALE } from './meta.ts';
import type { RawProduct } from './raw.ts';

/** The sale price of a product or variation as the shop has it, and its meta data. */
export type SaleBefore = Pick<RawProduct, 'sale_price' | 'meta_data'>;

type Prices = Pick<ListingVariantInput, 'price' | 'compareAtPrice'>;

/** The sale price that the variant asks for. */
const wantedSale = ({ compareAtPrice, price }: Prices): string | undefined =>
  compareAtPrice && compareAtPrice.amount > price.amount ? toDecimal(price) : undefined;

const recordedSale = (before?: SaleBefore): string | undefined => before && metaText(before.meta_data, SALE);

/** Whether the shop still has the sale price that we set. Any other is the merchant's. */
export function isOurSale(before?: SaleBefore): boolean {
  const recorded = recordedSale(before);
  return recorded !== undefined && Boolean(before?.sale_price) && Number(before?.sale_price) === Number(recorded);
}

/**
 * Regular and sale price. Without a sale price the field is left out, which keeps the merchant's: WooCommerce itself drops a
 * sale price that is not below the regular one (WC_Product_Data_Store_CPT::handle_updated_props).
 */
export function priceFields(variant: Prices, before?: SaleBefore): Record<string, string> {
  const sale = wantedSale(variant);
  if (sale !== undefined && variant.compareAtPrice)
    return { regular_price: toDecimal(variant.compareAtPrice), sale_price: sale };
  return { regular_price: toDecimal(variant.price), ...(isOurSale(before) ? { sale_price: '' } : {}) };
}

/** The record of the sale price that we set, written in the same request as the price. */
export function saleMeta(variant: Prices, before?: SaleBefore): { key: string; value: string | null }[] {
  const sale = wantedSale(variant);
  if (sale !== undefined) return [{ key: SALE, value: sale }];
  return recordedSale(before) === undefined ? [] : [{ key: SALE, value: null }];
}
