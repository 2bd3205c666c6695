import { notFound } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { listStores } from '../../connections/index.ts';
import { findUnmappedOfProduct } from '../../orders/index.ts';
import { listedProduct } from '../../products/index.ts';
import { findMappedOfProduct } from '../repo.ts';

interface KnownVariant {
  sku: string | null;
  variant_title: string;
  is_mapped: boolean;
}

/** What is known of a store's product: from pushing it, from mapping it, and from orders that wait for it. */
export async function findPlatformProduct(ex: Executor, workplaceId: string, externalId: string, onlyStore?: string) {
  const listed = await listedProduct(ex, workplaceId, externalId);
  const mapped = await findMappedOfProduct(ex, workplaceId, externalId);
  const sold = await findUnmappedOfProduct(ex, workplaceId, externalId);
  const stores = await listStores(ex, workplaceId, true);
  const store = stores.find(
    ({ store_id: id }) =>
      (onlyStore === undefined || id === onlyStore) &&
      [...listed, ...mapped, ...sold].some((one) => one.store_id === id),
  );
  if (!store) throw notFound('DataNotFound');
  const here = <T extends { store_id: string }>(rows: readonly T[]): T[] =>
    rows.filter((one) => one.store_id === store.store_id);
  const variants = new Map<string, KnownVariant>();
  for (const one of here(sold))
    if (one.external_variant_id)
      variants.set(one.external_variant_id, {
        sku: one.sku,
        variant_title: one.variant_title ?? '',
        is_mapped: false,
      });
  for (const one of here(mapped))
    variants.set(one.external_variant_id, {
      sku: variants.get(one.external_variant_id)?.sku ?? null,
      variant_title: one.variant_title,
      is_mapped: true,
    });
  for (const one of here(listed))
    variants.set(one.external_variant_id, {
      sku: one.sku,
      variant_title: one.option_values.join(' / '),
      is_mapped: true,
    });
  const [first] = [...here(listed), ...here(sold), ...here(mapped)];
  return {
    external_product_id: externalId,
    store_id: store.store_id,
    store_name: store.store_name,
    platform: store.platform,
    title: first?.title ?? '',
    image: here(listed)[0]?.image_url ?? here(sold)[0]?.image_url ?? null,
    product_id: here(listed)[0]?.product_id ?? null,
    variants: [...variants].map(([external_variant_id, one]) => ({ external_variant_id, ...one })),
  };
}
