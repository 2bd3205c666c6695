import type { WantedCollections } from '@quayside/connector-kit';

export type Follows = 'own' | 'category' | 'none';

interface Facts {
  choice: { external_ids: string[]; again: string[] } | undefined;
  /** Collections of the product's category; empty: it has none. */
  category: readonly string[];
  applies: boolean;
}

/** Which collections a push puts a product into; undefined: memberships stay as they are. */
export function decideCollections({ choice, category, applies }: Facts): {
  follows: Follows;
  wanted: WantedCollections | undefined;
} {
  if (choice) return { follows: 'own', wanted: { ids: choice.external_ids, again: choice.again } };
  if (applies && category.length > 0) return { follows: 'category', wanted: { ids: category, again: [] } };
  return { follows: 'none', wanted: undefined };
}

/** Whether a push would change something that the last one left. */
export function isPending(
  wanted: WantedCollections | undefined,
  pushed: { wanted: readonly string[] } | null,
): boolean {
  if (!wanted) return false;
  if (!pushed) return wanted.ids.length > 0;
  const before = new Set(pushed.wanted);
  return wanted.again.length > 0 || before.size !== wanted.ids.length || wanted.ids.some((id) => !before.has(id));
}
