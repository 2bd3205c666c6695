import type { ConnectorContext } from '@quayside/connector-kit';
import type { Stripe } from 'stripe';
import { toError } from './errors.ts';
import { adapterFor } from './http-adapter.ts';

/** Runs one call of Stripe's library. The library is loaded on first use: it is large and most processes never need it. */
export async function withStripe<T>(
  ctx: ConnectorContext,
  effect: boolean,
  work: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  const { default: Client } = await import('stripe');
  const adapter = adapterFor(ctx);
  const stripe = new Client(ctx.credentials.secretKey ?? '', {
    httpClient: adapter.httpClient,
    // Repeating is the job layer's to decide, which asks first what became of a lost request.
    maxNetworkRetries: 0,
    telemetry: false,
  });
  try {
    return await work(stripe);
  } catch (error) {
    throw adapter.failure() ?? toError(error, effect);
  }
}
