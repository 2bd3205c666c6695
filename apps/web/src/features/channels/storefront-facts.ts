import type { Storefront } from '@quayside/contracts';
import { isProductOf } from '@quayside/kernel/store-page.ts';

type Info = NonNullable<Storefront['info']>;

/** Networks by their own names, the same in every language. */
export const NETWORKS = [
  { key: 'facebook', name: 'Facebook' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'twitter', name: 'X (Twitter)' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'pinterest', name: 'Pinterest' },
] as const satisfies readonly { key: keyof Info; name: string }[];

const WEEK_MS = 7 * 86_400_000;

/** Whether a store's page should be read again before anybody relies on it: never read, or more than a week ago. */
export const isStale = ({ state, read_at }: Pick<Storefront, 'state' | 'read_at'>, now: number): boolean =>
  state === 'never' || (state === 'read' && read_at !== null && now - Date.parse(read_at) > WEEK_MS);

/** Whether a browser may read what the server could not; nobody reads a marketplace's page for one store. */
export const mayBeReadElsewhere = ({ state, problem }: Pick<Storefront, 'state' | 'problem'>): boolean =>
  state === 'failed' && problem?.key !== 'STOREFRONT_NOT_SCANNED';

const LINK = /<a\s[^>]*?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/** The first product that a store's page links to; undefined where it links to none. */
export function firstProduct({ address, html }: { address: string; html: string }): string | undefined {
  const shop = new URL(address);
  for (const [, double, single, bare] of html.matchAll(LINK)) {
    const href = (double ?? single ?? bare ?? '').replaceAll('&amp;', '&');
    if (!URL.canParse(href, shop)) continue;
    const link = new URL(href, shop);
    if (isProductOf(shop, link)) return link.href;
  }
  return undefined;
}
