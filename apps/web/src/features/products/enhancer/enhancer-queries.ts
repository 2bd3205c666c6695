import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** Who writes here; it changes only with a new start of the installation. */
export const writerQuery = queryOptions({
  queryKey: queryKeys.part('enhancer', 'writer'),
  queryFn: ({ signal }) => api('GET /center/products/writer', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How the workspace has its products written; refreshed by every event of products. */
export const writingQuery = queryOptions({
  queryKey: queryKeys.part('products', 'ai-writing'),
  queryFn: ({ signal }) => api('GET /center/products/setting/automation-writting', { signal }),
});

/** Everything that the enhancer writes, proposes or failed at; refreshed by every event of products. */
export const ENHANCEMENTS = queryKeys.list('products', { list: 'enhancements' });
export const PAGE_SIZE = 20;
