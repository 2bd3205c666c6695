import { cj } from '@quayside/connector-cj';
import type { SandboxWorld } from './connectors.ts';
import type { Connectors } from './deps.ts';

/** Every connector, one line each. */
export const implementations: Pick<Connectors, 'channels' | 'suppliers' | 'payments'> = {
  channels: {},
  suppliers: { cj },
  payments: {},
};

/** Where the stand-ins of a running sandbox are, and the keys they know us by. */
export function sandboxWorld(baseUrl: string): SandboxWorld {
  return { baseUrl, addresses: { cj: `${baseUrl}/cj/api2.0/v1` }, credentials: {} };
}
