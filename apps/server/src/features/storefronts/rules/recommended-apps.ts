import type { RecommendedApp, RecommendedAppKey } from '@quayside/contracts';
import { KNOWN_APPS } from './known-apps.ts';

/** The known apps that suit a store without its own stock, by their names in the catalog. Their descriptions are texts of the web app. */
const NAMES: Readonly<Record<RecommendedAppKey, string>> = {
  klaviyo: 'Klaviyo',
  omnisend: 'Omnisend',
  mailpoet: 'MailPoet',
  judgeme: 'Judge.me',
  loox: 'Loox',
  trustpilot: 'Trustpilot',
  wordfence: 'Wordfence',
  gorgias: 'Gorgias',
  tidio: 'Tidio',
  smile: 'Smile.io',
  reconvert: 'ReConvert',
  loop: 'Loop Returns',
  pagefly: 'PageFly',
  elementor: 'Elementor',
  weglot: 'Weglot',
  meta: 'Meta Pixel',
  tiktok: 'TikTok Pixel',
  goaffpro: 'GoAffPro',
  kiwi: 'Kiwi Sizing',
  invoices: 'PDF Invoices',
  analytics: 'Google Analytics',
  clarity: 'Microsoft Clarity',
  yoast: 'Yoast SEO',
};

/** App stores by the hosts of their pages, with the platform whose stores install apps there. */
const APP_STORES: Readonly<Record<string, RecommendedApp['app_store']>> = {
  'apps.shopify.com': { name: 'Shopify App Store', platform: 'Shopify' },
  'wordpress.org': { name: 'WordPress.org', platform: 'WooCommerce' },
};

/** The recommended apps, in the order in which screens show them. */
export const RECOMMENDED_APPS: readonly RecommendedApp[] = Object.entries(NAMES).map(([key, name]) => {
  const app = KNOWN_APPS.find((known) => known.name === name);
  if (!app) throw new Error(`recommended app ${name} is not among the known apps`);
  return {
    key: key as RecommendedAppKey,
    name,
    category: app.category,
    url: app.app_store_url,
    website: app.website_url,
    app_store: APP_STORES[new URL(app.app_store_url).hostname] ?? null,
  };
});
