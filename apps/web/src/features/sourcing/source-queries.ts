import type { SupplierName } from '@quayside/contracts';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

export interface SourceName {
  source: SupplierName;
  productId: string;
  shipTo: string;
}

/** While variants of a product are still loading, it is read again this often. Source: rule B242. */
export const PARTIAL_MS = 45_000;

const name = ({ source, shipTo }: SourceName, part: string) => [part, source, shipTo].join('/');

/** Keeps what is shown of a product while it is read for another country or variant; never what another product had. */
const ofSame =
  (productId: string) =>
  <T>(before: T | undefined, query?: { queryKey: readonly unknown[] }): T | undefined =>
    query?.queryKey[2] === productId ? before : undefined;

/** Everything the detail panel shows of a supplier's product. */
export const sourceDetail = ({ source, productId, shipTo }: SourceName) =>
  queryOptions({
    queryKey: queryKeys.detail('sources', productId, name({ source, productId, shipTo }, 'detail')),
    queryFn: ({ signal }) =>
      api('GET /center/products/source/{platform}/{id}/detail', {
        params: { platform: source, id: productId },
        query: { ship_to: shipTo },
        signal,
      }),
    staleTime: 5 * 60_000,
    placeholderData: ofSame(productId),
    refetchInterval: (query) => (query.state.data?.status === 'partial' ? PARTIAL_MS : false),
  });

/** The ways to send a product, or one of its variants, to a country. */
export const sourceLogistics = (product: SourceName, skuId?: string) =>
  queryOptions({
    queryKey: queryKeys.detail('sources', product.productId, name(product, `logistics/${skuId ?? ''}`)),
    queryFn: ({ signal }) =>
      api('GET /product-sources/logistics/{source}/{product_id}', {
        params: { source: product.source, product_id: product.productId },
        query: { country_code: product.shipTo, sku_id: skuId },
        signal,
      }),
    staleTime: 5 * 60_000,
    placeholderData: ofSame(product.productId),
  });

/** What a product costs to a destination, and what is left at the suggested price. */
export const sourcePrice = (product: SourceName, skuId?: string) =>
  queryOptions({
    queryKey: queryKeys.detail('sources', product.productId, name(product, `price/${skuId ?? ''}`)),
    queryFn: ({ signal }) =>
      api('GET /product-sources/products/price-detail/{source}/{product_id}/{ship_to}', {
        params: { source: product.source, product_id: product.productId, ship_to: product.shipTo },
        query: { sku_id: skuId },
        signal,
      }),
    staleTime: 5 * 60_000,
    placeholderData: ofSame(product.productId),
  });
