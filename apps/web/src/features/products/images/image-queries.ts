import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

/** What can be done with images here; it changes only with a new start of the installation. */
export const imageEnhancerQuery = queryOptions({
  queryKey: queryKeys.part('enhancer', 'images'),
  queryFn: ({ signal }) => api('GET /center/products/image-enhancer', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How images of imported products are improved; refreshed by every event of products. */
export const aiImagesQuery = queryOptions({
  queryKey: queryKeys.part('products', 'ai-images'),
  queryFn: ({ signal }) => api('GET /center/products/setting/automation-optimize-image', { signal }),
});

/** All improved images; refreshed by every event of products. */
export const IMAGE_RESULTS = queryKeys.list('products', { list: 'image-enhancements' });
export const PAGE_SIZE = 20;
