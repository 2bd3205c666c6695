import type { Collection } from '@quayside/contracts';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Search } from '../../../lib/url-state.ts';
import { collectionOf } from './collections.ts';

interface Params {
  collectionId?: string;
  productId?: string;
}

/**
 * Which collection the address means: by its path, or where a product is open beside the list, by what was taken along.
 * `unknown`: the path names none.
 */
export function useCollection(): Collection | 'unknown' | undefined {
  const { collectionId, productId } = useParams({ strict: false }) as Params;
  const { collection } = useSearch({ strict: false }) as Search;
  if (productId) return collectionOf(collection);
  return collectionId === undefined ? undefined : (collectionOf(collectionId) ?? 'unknown');
}

/** The search of an address, for a product that is opened from a collection: closing it leads back there. */
export const takeAlong = (collection: Collection | undefined): true | ((before: Search) => Search) =>
  collection === undefined ? true : (before) => ({ ...before, collection });
