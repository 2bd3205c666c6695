import { getAdminPages } from '../connectors.ts';

/** URLs in a store's own admin. */
export interface StoreLinks {
  admin: string;
  /** The order by the platform's number; for a longer id, its last part. */
  order(platformOrderId: string): string;
}

const lastPart = (id: string): string => encodeURIComponent(id.slice(id.lastIndexOf('/') + 1));

/** Admin URLs of a store by its domain; undefined for a platform without them. */
export function storeLinks(platform: string, domain: string): StoreLinks | undefined {
  const pages = getAdminPages(platform);
  if (!pages) return undefined;
  const at = (page: string): string => page.replaceAll('{domain}', domain);
  return { admin: at(pages.home), order: (id) => at(pages.order).replaceAll('{order}', lastPart(id)) };
}
