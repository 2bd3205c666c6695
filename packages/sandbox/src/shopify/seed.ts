import type { World } from '../core/world.ts';
import type { ShopSeed } from './model.ts';
import { NO_PERSONAL_DATA } from './scopes.ts';

/** The app as which Quayside installs itself in the sandbox's shops. Its secret here is the tests'; see getSecret. */
export const SANDBOX_APP = {
  clientId: 'quayside-sandbox-app',
  clientSecret: 'shpss_sandbox_0f2c41d7a9',
  name: 'Quayside',
} as const;

/** Another app, as an owner makes it for his own shop: its token is pasted and does not end. */
export const CUSTOM_APP = {
  clientId: 'custom-app-sandbox',
  clientSecret: 'shpss_sandbox_custom_71be',
  name: 'My own app',
} as const;

export const APPS = [SANDBOX_APP, CUSTOM_APP] as const;
export type App = (typeof APPS)[number];

/** The secret of an app in a sandbox. */
export const getSecret = ({ secrets }: Pick<World, 'secrets'>, app: App): string =>
  app === CUSTOM_APP ? secrets.shopifyOwnApp : secrets.shopifyApp;

export const API_VERSION = '2026-10';

export const SHOPS: ShopSeed[] = [
  {
    shop: 'north-pier',
    name: 'North Pier Goods',
    tagline: 'Gear for the first ferry out',
    currency: 'USD',
    country: 'US',
    timeZone: 'America/New_York',
    owner: 'Nora Pierce',
    email: 'owner@north-pier.test',
    plan: 'Standard',
    locationId: 6_800_000_001,
    locationName: '14 Pier Road',
    moreLocations: [
      { id: 6_800_000_011, name: 'Elm Street warehouse', online: true },
      { id: 6_800_000_012, name: 'Market stall', online: false },
    ],
    markets: [
      { id: 6_870_000_001, name: 'United States', countries: ['US'] },
      {
        id: 6_870_000_002,
        name: 'Canada',
        countries: ['CA'],
        priceList: { id: 6_871_000_002, name: 'Canada', currency: 'CAD', rate: 1.4, percent: 0 },
      },
      {
        id: 6_870_000_003,
        name: 'Germany and France',
        countries: ['DE', 'FR'],
        priceList: { id: 6_871_000_003, name: 'Euro prices', currency: 'EUR', rate: 0.9, percent: 10 },
      },
      {
        id: 6_870_000_004,
        name: 'United Kingdom',
        isDraft: true,
        countries: ['GB'],
        priceList: { id: 6_871_000_004, name: 'United Kingdom', currency: 'GBP', rate: 0.8, percent: 0 },
      },
    ],
    publications: [
      { id: 6_810_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true },
      { id: 6_810_000_002, title: 'Point of Sale', handle: 'pos', autoPublish: false },
      { id: 6_810_000_003, title: 'Shop', handle: 'shop', autoPublish: true },
    ],
  },
  {
    shop: 'quay-co',
    name: 'Quay & Co',
    tagline: 'Well made, shipped from Hamburg',
    currency: 'EUR',
    country: 'DE',
    includedTax: 19,
    timeZone: 'Europe/Berlin',
    owner: 'Karl Quandt',
    email: 'owner@quay-co.test',
    plan: 'Advanced',
    locationId: 6_800_000_002,
    locationName: 'Lager Hafenstrasse',
    moreLocations: [{ id: 6_800_000_013, name: 'Lager Elbufer', online: true }],
    publications: [
      { id: 6_820_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true },
      { id: 6_820_000_002, title: 'Google & YouTube', handle: 'google', autoPublish: false },
    ],
  },
  {
    shop: 'driftwood',
    name: 'Driftwood Home',
    tagline: 'Plain things that last',
    currency: 'USD',
    country: 'US',
    timeZone: 'America/Los_Angeles',
    owner: 'Dana Rivers',
    email: 'owner@driftwood.test',
    plan: 'Standard',
    locationId: 6_800_000_003,
    locationName: '2 Mill Street',
    publications: [{ id: 6_830_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true }],
  },
  {
    shop: 'lamplight',
    name: 'Lamplight Supply',
    tagline: 'Light for long evenings',
    currency: 'USD',
    country: 'US',
    timeZone: 'America/Chicago',
    owner: 'Lena Park',
    email: 'owner@lamplight.test',
    plan: 'Standard',
    locationId: 6_800_000_104,
    locationName: '9 Harbor Street',
    publications: [{ id: 6_840_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true }],
  },
  {
    shop: 'saltworks',
    name: 'Saltworks Trading',
    tagline: 'From the sea to the shelf',
    currency: 'GBP',
    country: 'GB',
    timeZone: 'Europe/London',
    owner: 'Saul Tanner',
    email: 'owner@saltworks.test',
    plan: 'Standard',
    locationId: 6_800_000_205,
    locationName: '3 Salt Lane',
    publications: [{ id: 6_850_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true }],
  },
  {
    shop: 'capstan',
    name: 'Capstan Stores',
    tagline: 'Strong things for every day',
    currency: 'USD',
    country: 'AE',
    timeZone: 'Asia/Dubai',
    owner: 'Layla Haddad',
    email: 'owner@capstan.test',
    plan: 'Standard',
    locationId: 6_800_000_306,
    locationName: 'Port Road 12',
    publications: [{ id: 6_860_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true }],
  },
  {
    shop: 'halyard',
    name: 'Halyard & Sons',
    tagline: 'Rope, canvas and what goes with them',
    currency: 'EUR',
    country: 'DE',
    includedTax: 19,
    timeZone: 'Europe/Berlin',
    owner: 'Hanna Lorenz',
    email: 'owner@halyard.test',
    plan: 'Standard',
    locationId: 6_800_000_407,
    locationName: 'Am Kai 7',
    publications: [{ id: 6_870_000_001, title: 'Online Store', handle: 'online_store', autoPublish: true }],
  },
];

export const findShop = (shop: string): ShopSeed | undefined => SHOPS.find((seed) => seed.shop === shop);
export const getDomain = (shop: string): string => `${shop}.myshopify.com`;

/** Every scope that an app can be granted here. */
export const ALL_SCOPES = [
  'read_products',
  'write_products',
  'read_inventory',
  'write_inventory',
  'read_locations',
  'read_publications',
  'write_publications',
  'read_orders',
  'write_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
  'read_markets',
];

/** Tokens of the custom app: one with every scope, one of a shop on the Basic plan, one whose owner forgot some. */
export const customTokens = ({ secrets }: Pick<World, 'secrets'>) =>
  SHOPS.flatMap(({ shop }) => {
    const token = secrets.shopToken(shop);
    return [
      { shop, token, scopes: ALL_SCOPES },
      { shop, token: `${token}_basic`, scopes: [...ALL_SCOPES, NO_PERSONAL_DATA] },
      { shop, token: `${token}_limited`, scopes: ['write_products', 'read_locations', 'read_orders'] },
    ];
  });
