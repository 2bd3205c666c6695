import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import type { OpenProduct } from '../find/use-detail-nav.ts';
import { recentlyViewed } from './recent-queries.ts';

/** Notes that a product was opened. Nothing depends on it, so a failure is left out. */
export function useViewed(open: OpenProduct | undefined): void {
  const client = useQueryClient();
  const source = open?.source;
  const productId = open?.productId;
  useEffect(() => {
    if (!source || !productId) return;
    api('POST /products/interactions', { body: { source, product_id: productId }, quiet: true }).then(
      () => client.invalidateQueries({ queryKey: recentlyViewed().queryKey }),
      () => undefined,
    );
  }, [client, source, productId]);
}
