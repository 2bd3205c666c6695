import type { Executor, Scope } from '../../db/index.ts';
import type { Quota } from '../plans/index.ts';
import type { ListAsk } from './queries/list-products.ts';

/** Something that a store sold and no supplier is known for. */
export interface UnmappedProduct {
  channel_product_id: string;
  store_id: string;
  external_product_id: string | null;
  external_variant_id: string | null;
  sku: string | null;
  title: string;
  variant_title: string | null;
  image_url: string | null;
  seen_at: string;
}

/** What products ask of other features; compose.ts plugs them in. */
export interface ProductPorts {
  /** What the owner's plan allows. */
  quota: Quota;
  /** Something was listed in a store: orders that found no supplier may find one now. Called from a job, at least once. */
  onListed(scope: Scope, storeId: string): Promise<void>;
  /** Products were imported that were not there before; called in the transaction that writes them. */
  onImported(tx: Executor, scope: Required<Scope>, productIds: readonly string[]): Promise<void>;
  unmappedProducts(ex: Executor, workplaceId: string, ask: ListAsk): Promise<UnmappedProduct[]>;
}
