import type { GalleryImage } from '@quayside/contracts';
import { GALLERY_PAGE } from '@quayside/contracts/gallery-limits.ts';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';

export const GALLERY_KEY = queryKeys.list('gallery');

/** The images of the library, page by page. */
export function useGallery() {
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: GALLERY_KEY,
    queryFn: ({ pageParam, signal }) =>
      api('GET /center/products/galleries/list', { query: { page: pageParam, page_size: GALLERY_PAGE }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (pages.length * GALLERY_PAGE < last.total ? pages.length + 1 : undefined),
  });
  const images = useMemo(() => {
    // An upload moves images onto the next page, where they were read already.
    const all = new Map<string, GalleryImage>();
    for (const page of query.data?.pages ?? []) for (const image of page.images) all.set(image.id, image);
    return [...all.values()];
  }, [query.data]);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  const refresh = useCallback(() => client.invalidateQueries({ queryKey: GALLERY_KEY }), [client]);
  return {
    images,
    total: query.data?.pages.at(-1)?.total,
    isPending: query.isPending,
    error: query.error,
    retry: () => void query.refetch(),
    isLoadingMore: isFetchingNextPage,
    loadMore,
    refresh,
  };
}

/** A product's images: those it has now, then those that its supplier showed. */
export function useProductImages(productId: string, current: readonly string[]): string[] {
  const { data } = useQuery({
    queryKey: queryKeys.part('products', 'image-origins', { productId }),
    queryFn: ({ signal }) => api('GET /center/products/{id}/image-origins', { params: { id: productId }, signal }),
  });
  return useMemo(
    () => [...new Set([...current, ...(data?.images.map((image) => image.image_url) ?? [])])],
    [current, data],
  );
}
