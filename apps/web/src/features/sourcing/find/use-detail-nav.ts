import type { Collection, SupplierName } from '@quayside/contracts';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { FROM_LIST } from '../../../lib/url-state.ts';
import { takeAlong } from '../collections/use-collection.ts';
import { getShipTo } from './find-query.ts';

export interface OpenProduct {
  source: SupplierName;
  productId: string;
  shipTo: string;
}

const DETAIL = '/app/find-product/$productSource/detail/$productId/$shipTo';

/** The search of the list, without the open product's. */
const listOnly = <S extends object>(search: S) => ({ ...search, collection: undefined, sku: undefined });

/** Which product is open beside the list, by the address, and the ways to open another one, to change it, to close it. */
export function useDetailNav(collection: Collection | undefined) {
  const path = useParams({ from: DETAIL, shouldThrow: false });
  const navigate = useNavigate();
  const router = useRouter();
  const open: OpenProduct | undefined = path && {
    source: path.productSource,
    productId: path.productId,
    shipTo: getShipTo(path.shipTo),
  };

  const show = useCallback(
    (product: OpenProduct, options: { replace?: boolean; keepVariant?: boolean } = {}) => {
      void navigate({
        to: DETAIL,
        params: { productSource: product.source, productId: product.productId, shipTo: product.shipTo },
        search: (before) => ({
          ...takeAlong(collection)(before),
          sku: options.keepVariant ? before.sku : undefined,
        }),
        replace: options.replace,
        resetScroll: false,
        // Stepping to the next product keeps what lies before.
        state: (before) => (options.replace ? before : { ...before, ...FROM_LIST }),
      });
    },
    [navigate, collection],
  );
  /** Back never opens again what was closed. */
  const close = useCallback(() => {
    if ('fromList' in router.history.location.state) {
      router.history.back();
      return;
    }
    // The list's own address names the collection by its path.
    const rest = { search: listOnly, replace: true, resetScroll: false } as const;
    if (collection)
      void navigate({ to: '/app/find-product/$collectionId', params: { collectionId: collection }, ...rest });
    else void navigate({ to: '/app/find-product', ...rest });
  }, [navigate, router, collection]);
  return { open, show, close };
}
