import {
  type ConnectorContext,
  ConnectorError,
  type ProductPublication,
  type Publication,
  type StoreFacts,
} from '@quayside/connector-kit';
import { run } from './client.ts';
import { documents } from './documents.ts';
import { refuseUserErrors } from './errors.ts';
import { refDefinition } from './map-product.ts';
import { everyPage } from './pages.ts';
import type { RawPublication } from './raw.ts';
import { missingScopes } from './scopes.ts';

/** Proves the token and reads the shop's facts, the scopes that are missing among them. */
export async function verify(ctx: ConnectorContext): Promise<StoreFacts> {
  const { shop, currentAppInstallation } = await run(ctx, documents.shop);
  const scopes = currentAppInstallation.accessScopes.map((scope) => scope.handle);
  return {
    platformDomain: shop.myshopifyDomain,
    name: shop.name,
    currency: shop.currencyCode,
    ...(shop.shopAddress.countryCodeV2 ? { country: shop.shopAddress.countryCodeV2 } : {}),
    timeZone: shop.ianaTimezone,
    ownerEmail: shop.email,
    ownerName: shop.shopOwnerName,
    planName: shop.plan.publicDisplayName,
    scopes,
    missingScopes: missingScopes(scopes),
  };
}

/** Whether the shop still accepts our token, or gives us a new one. An uninstalled app gets neither. */
export async function isInstalled(ctx: ConnectorContext): Promise<boolean> {
  try {
    await run(ctx, documents.shop);
    return true;
  } catch (error) {
    if (error instanceof ConnectorError && error.kind === 'auth') return false;
    throw error;
  }
}

/** Sales channels of a shop. The handle is the channel's; a publication that several channels share has none of its own. */
const publicationOf = (raw: RawPublication): Publication => ({
  id: raw.id,
  handle: raw.channels?.nodes[0]?.handle ?? raw.id,
  name: raw.catalog?.title ?? raw.channels?.nodes[0]?.name ?? raw.id,
});

const readPublications = (ctx: ConnectorContext): Promise<RawPublication[]> =>
  everyPage(async (after) => (await run(ctx, documents.publications, { after })).publications);

/** The sales channels a listing can be published to. */
export const publications = async (ctx: ConnectorContext): Promise<Publication[]> =>
  (await readPublications(ctx)).map(publicationOf);

/** Where a product is published. A draft is published nowhere, wherever it will be. */
export async function productPublications(ctx: ConnectorContext, id: string): Promise<ProductPublication[]> {
  const there = await everyPage(async (after) => {
    const { product } = await run(ctx, documents.productPublications, { id, after });
    if (!product) throw new ConnectorError('not-found', `product ${id} no longer exists in the store`);
    return product.resourcePublicationsV2;
  });
  const published = new Set(there.filter((one) => one.isPublished).map((one) => one.publication?.id));
  return (await publications(ctx)).map((one) => ({ ...one, published: published.has(one.id) }));
}

/** What a push needs to know of a shop and what hardly ever changes. */
interface Habits {
  locationId: string;
  /** Publications that new products go to by the shop's own choice. */
  publicationIds: string[];
}

const KEPT_MS = 5 * 60_000;
const kept = new Map<string, { until: number; habits: Promise<Habits> }>();
/** References are defined per app, so that another app in the same shop has habits of its own. */
const keyOf = (ctx: ConnectorContext): string => `${ctx.baseUrl} ${ctx.credentials.clientId ?? ''}`;

async function readHabits(ctx: ConnectorContext): Promise<Habits> {
  const { location } = await run(ctx, documents.primaryLocation);
  if (!location) throw new ConnectorError('rejected', 'store has no inventory location', { code: 'other' });
  const all = await readPublications(ctx);
  const chosen = all.filter((publication) => publication.autoPublish);
  const publicationIds = (chosen.length > 0 ? chosen : all.slice(0, 1)).map((publication) => publication.id);
  const defined = await run(ctx, documents.defineRef, { definition: refDefinition });
  const errors = defined.metafieldDefinitionCreate?.userErrors ?? [];
  // TAKEN: defined by an earlier push.
  refuseUserErrors(
    'preparing the shop for listings',
    errors.filter((error) => error.code !== 'TAKEN'),
  );
  return { locationId: location.id, publicationIds };
}

/** The shop's habits, read once in five minutes; the metafield of our references is defined on the way. */
export function getHabits(ctx: ConnectorContext): Promise<Habits> {
  const key = keyOf(ctx);
  const known = kept.get(key);
  if (known && known.until > ctx.clock.millis()) return known.habits;
  const habits = readHabits(ctx);
  kept.set(key, { until: ctx.clock.millis() + KEPT_MS, habits });
  habits.catch(() => kept.delete(key));
  return habits;
}

/** Forgets a shop's habits, because Shopify refused something that was made with them. */
export const forgetHabits = (ctx: ConnectorContext): void => void kept.delete(keyOf(ctx));
