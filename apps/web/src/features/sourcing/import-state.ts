import type { SupplierName } from '@quayside/contracts';

/** How the import of one product stands. That it is imported comes with the product; the rest only this page knows. */
export type ImportState =
  | { is: 'none' }
  | { is: 'loading' }
  | { is: 'imported'; productId: string | null }
  | { is: 'failed'; text: string };

export interface Importable {
  source: SupplierName;
  source_product_id: string;
  imported: boolean;
  product_package_id: string | null;
}

export const importKey = (product: Pick<Importable, 'source' | 'source_product_id'>): string =>
  `${product.source}/${product.source_product_id}`;

const NONE: ImportState = { is: 'none' };
let states: ReadonlyMap<string, ImportState> = new Map();
const watchers = new Set<() => void>();

function put(key: string, state: ImportState | undefined): void {
  const next = new Map(states);
  if (state) next.set(key, state);
  else next.delete(key);
  states = next;
  for (const watcher of watchers) watcher();
}

/**
 * Imports under way and just ended, for cards, table and panel alike: a product is imported from one place and shows so
 * at once in the others. Source: rules B225 and B226.
 */
export const imports = {
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  all: () => states,
  /** What a card shows: our own knowledge first, else what the server said. */
  of(product: Importable): ImportState {
    const own = states.get(importKey(product));
    if (own) return own;
    return product.imported ? { is: 'imported', productId: product.product_package_id } : NONE;
  },
  /** Begins; @returns false when it is imported already or under way, and nothing is to be asked. */
  begin(product: Importable): boolean {
    const now = imports.of(product);
    if (now.is === 'loading' || now.is === 'imported') return false;
    put(importKey(product), { is: 'loading' });
    return true;
  },
  /** It ended well, and the product itself says so by now. */
  settle: (product: Importable) => put(importKey(product), undefined),
  fail: (product: Importable, text: string) => put(importKey(product), { is: 'failed', text }),
  /** Lets go of what is known here; the server's word holds again. */
  forget: () => {
    states = new Map();
    for (const watcher of watchers) watcher();
  },
};
