import type { World } from '../core/world.ts';
import type { Files } from './files.ts';
import type { Kind, ShopSeed } from './model.ts';
import type { ShopifyStore } from './store.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What the whole stand-in shares. */
export interface Shopify {
  world: World;
  store: ShopifyStore;
  files: Files;
  webhooks: WebhookSender;
}

/** One request to the API: in which shop, by which app, with which scopes. */
export interface Call extends Shopify {
  seed: ShopSeed;
  clientId: string;
  scopes: ReadonlySet<string>;
  /** A mutation answers with what it did, also while queries may not see it yet. */
  hidden: boolean;
  /** A bulk operation reads every page at once. */
  bulk?: boolean;
}

/** The metafield namespace that is the app's own. */
export const ownNamespace = (clientId: string): string => `app--${clientId}`;

/** A document that this call may see. */
export const seen = <K extends Kind>(call: Call, kind: K, id: number | undefined) =>
  id === undefined ? undefined : call.store.get(call.seed.shop, kind, id, call.hidden);
