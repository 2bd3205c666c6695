import type { ConnectorContext, PaymentConnector } from '@quayside/connector-kit';
import { type Deps, httpOf, type Mode } from '../../deps.ts';
import { effectGuard } from '../../sending/index.ts';

export interface PaymentProvider {
  connector: PaymentConnector;
  ctx: ConnectorContext;
}

/** The payment provider of a mode; undefined: none is set up. Without an account only reads are possible. */
export function paymentProvider(deps: Deps, mode: Mode, accountId?: string): PaymentProvider | undefined {
  const connector = deps.connectors.payments.stripe;
  const baseUrl = deps.connectors.baseUrl('stripe', mode);
  const credentials = deps.connectors.appCredentials('stripe', mode);
  if (!connector || !baseUrl || !credentials) return undefined;
  return {
    connector,
    ctx: {
      http: httpOf(deps, mode),
      clock: deps.clock,
      baseUrl,
      credentials,
      saveCredentials: async () => undefined,
      ...(accountId === undefined ? {} : { beforeEffect: effectGuard(deps, { accountId }, {}) }),
    },
  };
}
