import { DEMO_KEY } from './cj/accounts.ts';
import { type SandboxSecrets, secretsOf } from './core/secrets.ts';
import { CUSTOM_APP, SANDBOX_APP } from './shopify/seed.ts';
import { SOCIAL_CLIENT } from './social/index.ts';
import { SECRET_KEY } from './stripe/api.ts';
import { DEFAULT_WEBHOOK_SECRET } from './stripe/events.ts';

/** The seed that tests give the data folder of a Quayside that they start, and what comes of it. */
export const TEST_SEED = 'the seed of tests';
export const TEST_SECRETS: SandboxSecrets = secretsOf(TEST_SEED);

/** For tests that start a sandbox in their own process and write its secrets down. They open nothing in any other. */
export const FIXED_SECRETS: SandboxSecrets = {
  ...secretsOf('fixed for tests'),
  shopifyApp: SANDBOX_APP.clientSecret,
  shopifyOwnApp: CUSTOM_APP.clientSecret,
  shopToken: (shop) => `shpat_sandbox_${shop}`,
  cjKey: DEMO_KEY,
  stripeKey: SECRET_KEY,
  stripeWebhook: DEFAULT_WEBHOOK_SECRET,
  social: SOCIAL_CLIENT.clientSecret,
};
