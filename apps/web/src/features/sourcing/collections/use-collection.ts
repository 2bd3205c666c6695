import type { Collection } from '@quayside/contracts';
import { useParams, useSearch } from '@tanstack/react-router';
import { getCollection } from './collections.ts';

/**
 * Which collection the address means: by its path, or where a product is open beside the list, by what was taken along.
 * `unknown`: the path names none.
 */
export function useCollection(): Collection | 'unknown' | undefined {
  const path = useParams({ from: '/app/find-product/$collectionId', shouldThrow: false });
  const product = useParams({ from: '/app/find-product/$productSource/detail/$productId/$shipTo', shouldThrow: false });
  const { collection } = useSearch({ from: '/app/find-product' });
  if (product) return getCollection(collection);
  return path && (getCollection(path.collectionId) ?? 'unknown');
}

/** Adds the collection to the search of a product opened from it: closing the product leads back there. */
export const takeAlong =
  (collection: Collection | undefined) =>
  <S extends object>(before: S) => ({ ...before, collection });
