import { createHmac } from 'node:crypto';
import { clientWorld, type SandboxSecrets } from '@quayside/sandbox';
import { SOCIAL_CLIENT } from '@quayside/sandbox/social/index.ts';
import type { SandboxWorld } from './connectors.ts';

/** The client that the sandbox's identity providers know us as. */
export const sandboxSocial = ({ social }: SandboxSecrets) => ({
  clientId: SOCIAL_CLIENT.clientId,
  clientSecret: social,
});

/**
 * Keys of our own warehouse, the same at every start and known to this installation alone: `customer` and `staff` in the
 * sandbox, `own` for live goods.
 */
export function warehouseKeys(secret: string): { customer: string; staff: string; own: string } {
  const key = (mode: string, role: string) =>
    `qw_${mode}_${createHmac('sha256', secret).update(`warehouse ${role}`).digest('hex').slice(0, 48)}`;
  return { customer: key('sandbox', 'customer'), staff: key('sandbox', 'staff'), own: key('live', 'own') };
}

/** Where the stand-ins of a running sandbox are, and the keys they know us by. */
export function sandboxWorld(baseUrl: string, secret: string, secrets: SandboxSecrets): SandboxWorld {
  const world = clientWorld(baseUrl, secrets);
  return { ...world, credentials: { ...world.credentials, quayside: { key: warehouseKeys(secret).customer } } };
}
