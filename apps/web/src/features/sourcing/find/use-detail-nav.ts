import type { Collection, SupplierName } from '@quayside/contracts';
import { useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Search } from '../../../lib/url-state.ts';
import { takeAlong } from '../collections/use-collection.ts';
import { shipToOf } from './find-query.ts';
import { DETAIL_PATH, FROM_LIST } from './product-card.tsx';

interface Params {
  productSource?: SupplierName;
  productId?: string;
  shipTo?: string;
}

export interface OpenProduct {
  source: SupplierName;
  productId: string;
  shipTo: string;
}

const withoutVariant = (search: Search): Search => {
  const { sku: _, ...rest } = search;
  return rest;
};
/** The list's own address names the collection by its path. */
const ofList = (search: Search): Search => {
  const { collection: _, ...rest } = withoutVariant(search);
  return rest;
};

/** Which product is open beside the list, by the address, and the ways to open another one, to change it, to close it. */
export function useDetailNav(collection: Collection | undefined) {
  const { productSource, productId, shipTo } = useParams({ strict: false }) as Params;
  const navigate = useNavigate();
  const router = useRouter();
  const open: OpenProduct | undefined =
    productSource && productId ? { source: productSource, productId, shipTo: shipToOf(shipTo) } : undefined;

  const show = useCallback(
    (product: OpenProduct, options: { replace?: boolean; keepVariant?: boolean } = {}) => {
      const { source, productId: id, shipTo: to } = product;
      void navigate({
        to: DETAIL_PATH as never,
        params: { productSource: source, productId: id, shipTo: to } as never,
        search: ((before: Search) => {
          const kept = options.keepVariant ? before : withoutVariant(before);
          const along = takeAlong(collection);
          return along === true ? kept : along(kept);
        }) as never,
        replace: options.replace,
        resetScroll: false,
        // Stepping to the next product keeps what lies before.
        state: ((before: object) => (options.replace ? before : { ...before, ...FROM_LIST })) as never,
      });
    },
    [navigate, collection],
  );
  /** Back never opens again what was closed. */
  const close = useCallback(() => {
    if ('fromList' in router.history.location.state) router.history.back();
    else
      void navigate({
        to: (collection ? '/app/find-product/$collectionId' : '/app/find-product') as never,
        params: { collectionId: collection } as never,
        search: ofList as never,
        replace: true,
        resetScroll: false,
      });
  }, [navigate, router, collection]);
  return { open, show, close };
}
