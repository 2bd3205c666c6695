import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What opens something in a sandbox or is believed because of it. Each data folder has its own: a session token that its secret
 * signs opens an account of Quayside, so that none of them may stand in a source that everybody can read.
 */
export interface SandboxSecrets {
  /** Of the app as which Quayside is installed in the Shopify shops. */
  shopifyApp: string;
  /** Of a shop owner's custom app, and its token in a shop. */
  shopifyOwnApp: string;
  shopToken(shop: string): string;
  /** The platform's id of somebody who works in a shop. */
  staffId(shop: string, staff: string): string;
  /** Of the trader's account at CJ. */
  cjKey: string;
  stripeKey: string;
  stripeWebhook: string;
  /** Keys of the accounts at the tracking services. */
  track17Key: string;
  aftershipKey: string;
  aftershipWebhook: string;
  /** Of the client as which the houses of identity know Quayside. */
  social: string;
}

/** All secrets, from the one that is kept. */
export function secretsOf(seed: string): SandboxSecrets {
  const made = (name: string, length = 32): string =>
    createHmac('sha256', seed).update(name).digest('hex').slice(0, length);
  return {
    shopifyApp: `shpss_${made('shopify app')}`,
    shopifyOwnApp: `shpss_${made('shopify own app')}`,
    shopToken: (shop) => `shpat_${made(`shopify token ${shop}`)}`,
    staffId: (shop, staff) => String(10 ** 12 + Number.parseInt(made(`shopify staff ${shop} ${staff}`, 10), 16)),
    cjKey: `CJ4711001@api@${made('cj')}`,
    stripeKey: `sk_test_${made('stripe')}`,
    stripeWebhook: `whsec_${made('stripe webhook')}`,
    track17Key: made('track17').toUpperCase(),
    aftershipKey: `asat_${made('aftership')}`,
    aftershipWebhook: made('aftership webhook'),
    social: made('social', 48),
  };
}

/**
 * The secrets of a data folder, made when it has none; readable by us alone. Written beside and linked, so that of two at the same
 * time both read the same, and none half of it.
 */
export function folderSecrets(dataDir: string): SandboxSecrets {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'secret');
  const read = (): string | undefined => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  };
  const known = read();
  if (known) return secretsOf(known);
  const beside = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(beside, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(beside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside, { force: true });
  }
  return secretsOf(read() ?? '');
}
