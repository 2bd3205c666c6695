import { createHmac } from 'node:crypto';
import { cj } from '@quayside/connector-cj';
import { quayside } from '@quayside/connector-quayside';
import { shopify } from '@quayside/connector-shopify';
import { stripe } from '@quayside/connector-stripe';
import { woocommerce } from '@quayside/connector-woocommerce';
import type { SandboxSecrets } from '@quayside/sandbox';
import { SANDBOX_APP, SHOPS as SHOPIFY_SHOPS } from '@quayside/sandbox/shopify/seed.ts';
import { SOCIAL_CLIENT } from '@quayside/sandbox/social/index.ts';
import type { SandboxWorld } from './connectors.ts';
import type { Connectors } from './deps.ts';

/** Every connector, one line each. */
export const implementations: Pick<Connectors, 'channels' | 'suppliers' | 'payments'> = {
  channels: { shopify, woocommerce },
  suppliers: { quayside, cj },
  payments: { stripe },
};

/** The client that the sandbox's houses of identity know us as. */
export const sandboxSocial = ({ social }: SandboxSecrets) => ({
  clientId: SOCIAL_CLIENT.clientId,
  clientSecret: social,
});

/** Keys of our own warehouse in the sandbox, the same at every start and known to this installation alone. */
export function warehouseKeys(secret: string): { customer: string; staff: string } {
  const key = (role: string) =>
    `qw_sandbox_${createHmac('sha256', secret).update(`warehouse ${role}`).digest('hex').slice(0, 48)}`;
  return { customer: key('customer'), staff: key('staff') };
}

/** Where the stand-ins of a running sandbox are, and the keys they know us by. */
export function sandboxWorld(baseUrl: string, secret: string, secrets: SandboxSecrets): SandboxWorld {
  return {
    baseUrl,
    addresses: { cj: `${baseUrl}/cj/api2.0/v1`, quayside: `${baseUrl}/quayside`, stripe: `${baseUrl}/stripe` },
    credentials: {
      cj: { apiKey: secrets.cjKey },
      quayside: { key: warehouseKeys(secret).customer },
      shopify: { ...SANDBOX_APP, clientSecret: secrets.shopifyApp },
      stripe: { secretKey: secrets.stripeKey, webhookSecret: secrets.stripeWebhook },
    },
    shopsBelow: { woocommerce: `${baseUrl}/woo/` },
    stores: {
      shopify: Object.fromEntries(
        SHOPIFY_SHOPS.map(({ shop }) => [`${shop}.myshopify.com`, `${baseUrl}/shopify/${shop}`]),
      ),
    },
  };
}
