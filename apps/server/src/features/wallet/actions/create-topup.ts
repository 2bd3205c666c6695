import type { TopupState } from '@quayside/connector-kit';
import { AppError, money } from '@quayside/kernel';
import { type Again, isAgain } from '../../../db/effect-row.ts';
import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Effect, RunningEffect, Work } from '../../../jobs/effect/effect.ts';
import type { Patience } from '../../../jobs/effect/pauses.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { jobFor } from '../../../jobs/effect/sweep.ts';
import { publish } from '../../../live/publish.ts';
import { createTopupJob } from '../jobs/topup.ts';
import { type PaymentProvider, paymentProvider } from '../payment-provider.ts';
import { labelsFor } from '../rules/lost-topup.ts';
import { CREATING_TOPUP, endTopup, type TopupClaim, type TopupEnd, topupParts } from '../topup-repo.ts';
import { areTopupsCompared } from './check-restored-topups.ts';

type Creating = Work<TopupClaim, TopupEnd>;

/** Retry delay while the provider's checkouts are compared after a restore. */
const COMPARED_MS = 60_000;

/** Clocks differ. */
const MARGIN_MS = 3_600_000;

/** Age from which a top-up is looked up first: before the provider forgets the key. */
const askedAfter = (keyLivesMs: number): number => Math.max(keyLivesMs - MARGIN_MS, keyLivesMs / 2);

/** The provider's checkout of a top-up, if any. */
async function findCheckout({ connector, ctx }: PaymentProvider, claim: TopupClaim): Promise<TopupState | undefined> {
  const createdAfter = new Date(Date.parse(claim.created_at) - MARGIN_MS).toISOString();
  let cursor: string | undefined;
  do {
    const page = await connector.listTopups(ctx, { createdAfter, ...(cursor ? { cursor } : {}) });
    const found = page.items.find((checkout) => checkout.reference === claim.topup_id);
    if (found) return found;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return undefined;
}

const wait = (claim: TopupClaim): Again =>
  claim.before_attempts > 0
    ? { kind: 'unknown', afterMs: COMPARED_MS, busy: true }
    : { kind: 'requested', afterMs: COMPARED_MS, busy: true, before: claim };

/** Creates one checkout for each top-up, with its id as the idempotency key. */
export function createCheckouts(deps: Deps, patience: Patience): RunningEffect<Scope> {
  const lives = Object.values(deps.connectors.payments).map((one) => [one.id, one.keyLivesMs] as const);
  const creating: Effect<TopupClaim, TopupEnd, Creating, PaymentProvider, void, object, Scope> = {
    name: 'creating-topup',
    row: CREATING_TOPUP,
    job: jobFor(createTopupJob, ['topup_id', 'begun_in'], ({ accountId }, { topup_id: topupId, begun_in }) => ({
      accountId,
      ...(begun_in ? { workplaceId: begun_in } : {}),
      topupId,
    })),
    idOf: (claim) => claim.topup_id,
    // The shortest of all providers: an early lookup costs a request, a late send a second checkout.
    keyLivesMs: Math.min(...lives.map(([, ms]) => ms)),
    unasked: 'requested',
    fallback: 'PAYMENT_PROVIDER_REFUSED',
    claimParts: () => topupParts(Object.fromEntries(lives.map(([id, ms]) => [id, askedAfter(ms)]))),
    async claim(tx, _here, taken) {
      const works: Creating[] = [];
      for (const one of taken) {
        // After a restore the provider may have it from longer ago than it remembers keys.
        const stop = (await areTopupsCompared(tx, one.claim)) ? undefined : wait(one.claim);
        works.push({ ...one, stop: one.claim.is_over ? { kind: 'failed', errorKey: 'PAYMENT_PROVIDER_DOWN' } : stop });
      }
      return works;
    },
    open(here, { claim }, call) {
      const provider = paymentProvider(deps, claim.provider, claim.mode, here.accountId);
      if (!provider) throw new AppError('BAD_REQUEST', 'NO_PAYMENT_PROVIDER');
      return call(provider);
    },
    async ask(_here, { claim }, provider, again) {
      const found = again ? await findCheckout(provider, claim) : undefined;
      if (!found) return { seen: undefined };
      const { providerRef, confirmationUrl } = found;
      return { end: { kind: 'open', providerRef, ...(confirmationUrl ? { confirmationUrl } : {}) } };
    },
    // The checkout page of such an old top-up is no longer needed.
    bar: ({ claim }) => (claim.asks ? { kind: 'failed', errorKey: 'PAYMENT_PROVIDER_DOWN' } : undefined),
    async send(here, { claim }, { connector, ctx }) {
      const path = claim.return_path;
      const back = `${deps.config.ownUrl}${path}${path.includes('?') ? '&' : '?'}topup=${claim.topup_id}`;
      const session = await connector.createTopup(ctx, {
        reference: claim.topup_id,
        amount: money(claim.amount, 'USD'),
        description: 'Quayside wallet',
        labels: labelsFor({
          accountId: here.accountId,
          amount: claim.amount,
          ...(claim.begun_in ? { workplaceId: claim.begun_in } : {}),
        }),
        successUrl: back,
        cancelUrl: `${back}&cancelled=1`,
      });
      return { kind: 'open', ...session };
    },
    refuse: () => ({ kind: 'failed', errorKey: 'PAYMENT_PROVIDER_REFUSED' }),
    async record(tx, here, ended) {
      const done: boolean[] = [];
      for (const { work, end } of ended) {
        const ours = await endTopup(tx, here.accountId, { id: work.claim.topup_id, token: work.token }, end);
        if (ours && here.workplaceId) await publish(tx, here.workplaceId, 'wallet', [work.claim.topup_id]);
        done.push(ours && !isAgain(end));
      }
      return done;
    },
  };
  return runEffect(deps, creating, patience);
}
