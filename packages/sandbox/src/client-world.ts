import type { SandboxSecrets } from './core/secrets.ts';
import { getDomain, SANDBOX_APP, SHOPS } from './shopify/seed.ts';

/**
 * What an installation has to know of a running sandbox, by the ids of its connectors: where each stand-in is and the
 * credentials that it knows the installation by.
 */
export const clientWorld = (baseUrl: string, secrets: SandboxSecrets) => ({
  baseUrl,
  /** Suppliers, payment providers and tracking services. */
  addresses: {
    cj: `${baseUrl}/cj/api2.0/v1`,
    quayside: `${baseUrl}/quayside`,
    stripe: `${baseUrl}/stripe`,
    track17: `${baseUrl}/track17/track/v2.2`,
    aftership: `${baseUrl}/aftership/tracking/2026-07`,
  },
  credentials: {
    cj: { apiKey: secrets.cjKey },
    shopify: { ...SANDBOX_APP, clientSecret: secrets.shopifyApp },
    stripe: { secretKey: secrets.stripeKey, webhookSecret: secrets.stripeWebhook },
    track17: { apiKey: secrets.track17Key },
    aftership: { apiKey: secrets.aftershipKey, webhookSecret: secrets.aftershipWebhook },
  },
  /** Below which address the shops are that are known by their address. */
  shopsBelow: { woocommerce: `${baseUrl}/woo/` },
  /** The shops that are known by a domain of their platform. */
  stores: { shopify: Object.fromEntries(SHOPS.map(({ shop }) => [getDomain(shop), `${baseUrl}/shopify/${shop}`])) },
});

/** Settings of the sandbox that tell its stand-ins where an installation at `url` takes what they send. */
export const callbackSettings = (url: string): Record<string, string> => ({
  'quayside.app_url': url,
  'shopify.privacy_url': `${url}/webhooks/shopify/privacy`,
  'stripe.webhook_url': `${url}/webhooks/payment/stripe`,
});
