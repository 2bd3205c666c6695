import type { ChannelId, ConnectorContext, SupplierId } from '@quayside/connector-kit';
import { type Deps, getHttp, type Mode, oncePer } from '../../../deps.ts';
import { effectGuard, type SendingTarget } from '../../../sending/index.ts';
import type { Sealed } from '../../../vault/vault.ts';
import { withCurrentSecret } from '../rules/current-secret.ts';
import { type LeaseResult, saveCredentials, withLease } from './lease.ts';

type Credentials = Record<string, string>;

/** Our own credentials are passed to the connector for the call and never stored with the connection's. */
function lend(deps: Deps, id: ChannelId | SupplierId, mode: Mode): Credentials {
  return deps.connectors.appCredentials(id, mode) ?? {};
}

const withoutLent = (all: Credentials, lent: Credentials): Credentials =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => lent[name] !== value));

/** Connector memory by connection id. */
const memories = oncePer(() => new Map<string, Map<string, unknown>>());

function memoryOf(deps: Deps, id: string): Map<string, unknown> {
  const all = memories(deps);
  const own = all.get(id) ?? new Map<string, unknown>();
  all.set(id, own);
  return own;
}

const targetOf = ({ scope: { workplaceId }, table, id }: LeaseResult): SendingTarget =>
  table === 'store' ? { workplaceId, storeId: id } : { workplaceId, connectionId: id };

/** A connector's context for a stored connection: plain credentials, with ways to renew and save them. */
export function createContext(
  deps: Deps,
  input: { id: ChannelId | SupplierId; mode: Mode; baseUrl: string; kept: LeaseResult; sealed: Sealed; lends: boolean },
): ConnectorContext {
  const lent = input.lends ? lend(deps, input.id, input.mode) : {};
  const app = deps.connectors.appCredentials(input.id, input.mode);
  const current = (kept: Credentials): Credentials => ({ ...lent, ...withCurrentSecret(kept, app) });
  return {
    http: getHttp(deps, input.mode, input.id),
    clock: deps.clock,
    baseUrl: input.baseUrl,
    credentials: current(deps.vault.open<Credentials>(input.sealed, input.kept.context)),
    saveCredentials: (next) => saveCredentials(deps, input.kept, withoutLent(next, lent)),
    memory: memoryOf(deps, input.kept.id),
    beforeEffect: effectGuard(deps, input.kept.scope, targetOf(input.kept)),
    renewing: (renew) => withLease(deps, input.kept, (newest) => renew(current(newest))),
  };
}

/** A connector's context before anything is stored: rotated credentials are returned. */
export function trialContext(
  deps: Deps,
  input: { id: ChannelId | SupplierId; mode: Mode; baseUrl: string; credentials: Credentials; lends: boolean },
): { ctx: ConnectorContext; current(): Credentials } {
  const lent = input.lends ? lend(deps, input.id, input.mode) : {};
  let current = input.credentials;
  const ctx: ConnectorContext = {
    http: getHttp(deps, input.mode, input.id),
    clock: deps.clock,
    baseUrl: input.baseUrl,
    credentials: { ...lent, ...current },
    saveCredentials: async (next) => {
      current = withoutLent(next, lent);
    },
  };
  return { ctx, current: () => current };
}
