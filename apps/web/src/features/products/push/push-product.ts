import type { ProductSummary, SourceCard, SourceDetail, SupplierName } from '@quayside/contracts';

/** A product in the push drawer: one of ours, or a supplier's that is imported on the way. */
export interface PushProduct {
  /** Unique in the drawer; the key under which the server names a failure. */
  key: string;
  kind: 'own' | 'source';
  /** Our product id, or the id at the source. */
  id: string;
  source: SupplierName;
  ship_to: string;
  title: string;
  image: string | null;
  /** What customers pay, in `currency`; null: not known before the import. */
  price: { from: number; to: number } | null;
  cost_from: number;
  cost_to: number;
  currency: string;
  total_variant: number;
  is_sandbox: boolean;
}

const SHIP_TO = 'US';

export const pushOfProduct = (product: ProductSummary): PushProduct => ({
  key: product.id,
  kind: 'own',
  id: product.id,
  source: product.source,
  ship_to: product.ship_to || SHIP_TO,
  title: product.title,
  image: product.image,
  price: { from: product.price_from, to: product.price_to },
  cost_from: product.cost_from,
  cost_to: product.cost_to,
  currency: product.currency,
  total_variant: product.total_variant,
  is_sandbox: product.is_sandbox,
});

export const pushOfSource = (product: SourceCard | SourceDetail, shipTo: string | undefined): PushProduct => {
  const { price_range: range, rsp_price_usd: rsp } = 'details' in product ? product.details : product;
  return {
    key: product.source_product_id,
    kind: 'source',
    id: product.source_product_id,
    source: product.source,
    ship_to: shipTo || SHIP_TO,
    title: product.name,
    image: product.images[0] ?? null,
    price: rsp === null ? null : { from: rsp, to: rsp },
    cost_from: range.min,
    cost_to: range.max,
    currency: product.currency,
    total_variant: product.total_variants,
    is_sandbox: product.is_sandbox,
  };
};
