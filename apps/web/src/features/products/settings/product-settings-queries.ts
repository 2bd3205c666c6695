import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Defaults for pushing products. */
export const productSettingsQuery = queryOptions({
  queryKey: queryKeys.part('products', 'product-settings'),
  queryFn: ({ signal }) => api('GET /center/products/setting/get', { signal }),
});

/** What happens to products automatically. */
export const automationQuery = queryOptions({
  queryKey: queryKeys.part('products', 'automation'),
  queryFn: ({ signal }) => api('GET /center/products/setting/internal-automation', { signal }),
});
