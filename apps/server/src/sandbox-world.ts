import { createHmac } from 'node:crypto';
import { clientWorld, type SandboxSecrets } from '@quayside/sandbox';
import { SOCIAL_CLIENT } from '@quayside/sandbox/social/index.ts';
import type { SandboxWorld } from './connectors.ts';

/** Our OAuth client at the sandbox's identity providers. */
export const sandboxSocial = ({ social }: SandboxSecrets) => ({
  clientId: SOCIAL_CLIENT.clientId,
  clientSecret: social,
});

/**
 * Keys of our own warehouse, the same at every start and known only to this installation: `customer` and `staff` in the
 * sandbox, `own` for live goods.
 */
export function warehouseKeys(secret: string): { customer: string; staff: string; own: string } {
  const key = (mode: string, role: string) =>
    `qw_${mode}_${createHmac('sha256', secret).update(`warehouse ${role}`).digest('hex').slice(0, 48)}`;
  return { customer: key('sandbox', 'customer'), staff: key('sandbox', 'staff'), own: key('live', 'own') };
}

/** URLs and credentials of a running sandbox's emulators. */
export function sandboxWorld(baseUrl: string, secret: string, secrets: SandboxSecrets): SandboxWorld {
  const world = clientWorld(baseUrl, secrets);
  return { ...world, credentials: { ...world.credentials, quayside: { key: warehouseKeys(secret).customer } } };
}
