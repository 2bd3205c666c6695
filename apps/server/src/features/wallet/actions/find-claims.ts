import { ConnectorError } from '@quayside/connector-kit';
import type { Deps, Mode } from '../../../deps.ts';
import { listDisputed } from '../claim-repo.ts';
import { checkClaimsJob } from '../jobs/payment-events.ts';
import { neededProvider, type PaymentProvider, paymentProviders } from '../payment-provider.ts';
import { getOwner, type TopupOwner } from './work-payment-event.ts';

/** Longer than the provider retries a webhook (Stripe: three days), and than a usual outage. */
const LOOK_BACK_MS = 7 * 24 * 3_600_000;

/**
 * Checks top-ups that may be refunded or disputed without our knowledge: those with an open dispute, and those the
 * provider lists for the last days. Payments other than top-ups are ignored.
 */
export async function findClaims(deps: Deps, mode: Mode): Promise<void> {
  const check = (accountId: string, topupId: string) =>
    deps.db.tenant({ accountId }, (tx) => deps.queue.send(tx, checkClaimsJob, { accountId, topupId }));
  const disputed = await deps.db.global(listDisputed);
  for (const { account_id: accountId, topup_id: topupId } of disputed) await check(accountId, topupId);
  for (const { id } of paymentProviders(deps, mode)) {
    const { connector, ctx } = neededProvider(deps, id, mode);
    for (const owner of await claimedTopups(deps, { connector, ctx }))
      if (disputed.every((one) => one.topup_id !== owner.topupId)) await check(owner.accountId, owner.topupId);
  }
}

/** Our top-ups among the payments that a provider lists as refunded or disputed in the last days. */
async function claimedTopups(deps: Deps, { connector, ctx }: PaymentProvider): Promise<TopupOwner[]> {
  const owners: TopupOwner[] = [];
  const createdAfter = new Date(deps.clock.millis() - LOOK_BACK_MS).toISOString();
  for (const ref of await connector.listClaimedPayments(ctx, { createdAfter })) {
    const checkout = await connector.findTopup(ctx, { kind: 'payment', ref }).catch((error: unknown) => {
      // Other payments of the same account have no checkout.
      if (error instanceof ConnectorError && error.kind === 'not-found') return undefined;
      throw error;
    });
    const owner = checkout && (await getOwner(deps, connector.id, checkout.providerRef));
    if (owner) owners.push(owner);
  }
  return owners;
}
