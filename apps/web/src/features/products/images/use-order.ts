import { MOST_IMAGE_PRODUCTS } from '@quayside/contracts/image-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { api, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import type { Chosen } from '../use-enhance.ts';
import type { Improvement } from './improvement-fields.tsx';
import type { ImageOrder } from './use-images.ts';

export type ImagePrice = CallData<'POST /center/products/optimize-image/preview'>;

/** The request for some products; undefined: something is still to be chosen. */
function toOrder(
  chosen: readonly Chosen[],
  { action, background, prompt, most_images }: Improvement,
  urls: readonly string[] | undefined,
): ImageOrder | undefined {
  if (chosen.length === 0 || chosen.length > MOST_IMAGE_PRODUCTS || urls?.length === 0) return undefined;
  if (action === 'edit' && prompt.trim() === '') return undefined;
  return {
    product_ids: chosen.map((one) => one.id),
    action,
    background,
    most_images: chosen.length === 1 ? 1 : most_images,
    ...(action === 'edit' ? { prompt: prompt.trim() } : {}),
    ...(urls ? { image_urls: [...urls] } : {}),
  };
}

/** The request and its price, by the server; undefined while it is read. */
export function useOrder(chosen: readonly Chosen[], how: Improvement, urls: readonly string[] | undefined) {
  const order = toOrder(chosen, how, urls);
  // The words of a prompt change no price.
  const priced = order && { ...order, ...(order.prompt ? { prompt: '…' } : {}) };
  const { data, error } = useQuery({
    queryKey: queryKeys.part('products', 'image-price', { order: JSON.stringify(priced ?? null) }),
    queryFn: ({ signal }) =>
      priced ? api('POST /center/products/optimize-image/preview', { body: priced, signal, quiet: true }) : undefined,
    enabled: priced !== undefined,
  });
  return { order, price: order ? data : undefined, error };
}
