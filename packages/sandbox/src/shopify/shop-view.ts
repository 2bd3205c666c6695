import type { Call } from './call.ts';
import { connection, type PageArgs, type View } from './connection.ts';
import { gid } from './gid.ts';
import { findLocation } from './locations.ts';
import type { LocationDoc, ShopSeed } from './model.ts';
import { APPS, getDomain } from './seed.ts';
import { planOf } from './throttle.ts';

const EPOCH = '2024-03-01T09:00:00Z';

export function shopView({ seed, world }: Call): View {
  const plan = planOf(world, seed);
  const url = `${world.baseUrl()}/shop/shopify/${seed.shop}`;
  return {
    __typename: 'Shop',
    id: gid('Shop', seed.locationId + 1),
    name: seed.name,
    myshopifyDomain: getDomain(seed.shop),
    primaryDomain: { id: gid('Domain', seed.locationId + 2), host: getDomain(seed.shop), url, sslEnabled: true },
    url,
    currencyCode: seed.currency,
    ianaTimezone: seed.timeZone,
    email: seed.email,
    contactEmail: seed.email,
    shopOwnerName: seed.owner,
    createdAt: EPOCH,
    taxesIncluded: seed.includedTax !== undefined,
    weightUnit: 'GRAMS',
    plan: { publicDisplayName: plan, partnerDevelopment: false, shopifyPlus: plan === 'Plus' },
    shopAddress: { id: gid('ShopAddress', seed.locationId + 3), countryCodeV2: seed.country },
  };
}

export const locationView = (one: LocationDoc): View => ({
  __typename: 'Location',
  id: gid('Location', one.id),
  legacyResourceId: String(one.id),
  name: one.name,
  isActive: one.isActive,
  shipsInventory: true,
  fulfillsOnlineOrders: one.fulfillsOnlineOrders,
  isFulfillmentService: false,
  createdAt: one.createdAt,
  updatedAt: one.updatedAt,
});

/** The shop's primary location. */
export function primaryLocationView(call: Call): View {
  const primary = findLocation(call, call.seed.locationId);
  if (!primary) throw new Error(`shop ${call.seed.shop} has no primary location`);
  return locationView(primary);
}

type Publication = ShopSeed['publications'][number];

export function publicationView(publication: Publication): View {
  const channel = {
    __typename: 'Channel',
    id: gid('Channel', publication.id),
    handle: publication.handle,
    name: publication.title,
  };
  return {
    __typename: 'Publication',
    id: gid('Publication', publication.id),
    autoPublish: publication.autoPublish,
    supportsFuturePublishing: publication.handle === 'online_store',
    catalog: {
      __typename: 'AppCatalog',
      id: gid('AppCatalog', publication.id),
      title: publication.title,
      status: 'ACTIVE',
    },
    channels: (args: PageArgs) => connection([channel], args, (one) => one),
  };
}

export function installationView(call: Call): View {
  const app = APPS.find((candidate) => candidate.clientId === call.clientId);
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', call.seed.locationId + 4),
    accessScopes: () => [...call.scopes].map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
    app: { __typename: 'App', id: gid('App', 1), apiKey: call.clientId, title: app?.name ?? call.clientId },
  };
}
