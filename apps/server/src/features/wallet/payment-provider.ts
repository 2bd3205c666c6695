import type { ConnectorContext, ConnectorId, PaymentConnector } from '@quayside/connector-kit';
import { type Deps, getHttp, type Mode } from '../../deps.ts';
import { connectorLabel } from '../../installed/index.ts';
import { effectGuard } from '../../sending/index.ts';

export interface PaymentProvider {
  connector: PaymentConnector;
  ctx: ConnectorContext;
}

/** Configured payment providers of a mode; the first is preselected. */
export const paymentProviders = (deps: Deps, mode: Mode): PaymentConnector[] =>
  Object.values(deps.connectors.payments).filter(
    ({ id }) => deps.connectors.baseUrl(id, mode) && deps.connectors.appCredentials(id, mode),
  );

/** A payment provider; undefined: not configured in this mode. Without an account only reads are possible. */
export function paymentProvider(
  deps: Deps,
  id: ConnectorId,
  mode: Mode,
  accountId?: string,
): PaymentProvider | undefined {
  const connector = paymentProviders(deps, mode).find((one) => one.id === id);
  const baseUrl = deps.connectors.baseUrl(id, mode);
  const credentials = deps.connectors.appCredentials(id, mode);
  if (!connector || !baseUrl || !credentials) return undefined;
  return {
    connector,
    ctx: {
      http: getHttp(deps, mode, id),
      clock: deps.clock,
      baseUrl,
      credentials,
      saveCredentials: async () => undefined,
      ...(accountId === undefined ? {} : { beforeEffect: effectGuard(deps, { accountId }, {}) }),
    },
  };
}

/** The same, but throws if the top-up's provider is not configured (any more). */
export function neededProvider(deps: Deps, id: ConnectorId, mode: Mode, accountId?: string): PaymentProvider {
  const found = paymentProvider(deps, id, mode, accountId);
  if (!found) throw new Error(`payment provider ${connectorLabel(id)} is not configured for this mode`);
  return found;
}
