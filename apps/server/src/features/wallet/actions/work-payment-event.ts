import { ConnectorError, type ConnectorId, type PaymentSubject } from '@quayside/connector-kit';
import { sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { EVENT_OPEN } from '../../../states/payment-event.ts';
import { closeEvent, findEvent, markEventForReview } from '../payment-event-repo.ts';
import { neededProvider, paymentProviders } from '../payment-provider.ts';
import { describeUnmatched } from '../rules/lost-topup.ts';
import { checkTopup } from './advance-topup.ts';
import { checkClaims } from './check-claims.ts';
import { type ProviderInMode, recoverTopup } from './recover-topup.ts';

export interface TopupOwner {
  topupId: string;
  accountId: string;
}

/** An event without a matching top-up. The message is for operators. */
class Unmatched extends Error {
  override readonly name = 'Unmatched';
}

export async function getOwner(
  deps: Deps,
  provider: ConnectorId,
  providerRef: string,
): Promise<TopupOwner | undefined> {
  const row = await deps.db.global((tx) =>
    tx.first<{ topup_id: string; account_id: string }>(
      sql`select topup_id, account_id from topup_directory where provider = ${provider} and provider_ref = ${providerRef}`,
    ),
  );
  return row && { topupId: row.topup_id, accountId: row.account_id };
}

/**
 * Finds the top-up of an event, asking the provider if it is unknown here. A string: why the event is irrelevant;
 * throws Unmatched if a person has to decide.
 */
async function findOwner(deps: Deps, at: ProviderInMode, subject: PaymentSubject): Promise<TopupOwner | string> {
  const known = subject.kind === 'checkout' ? await getOwner(deps, at.provider, subject.ref) : undefined;
  if (known) return known;
  const provider = neededProvider(deps, at.provider, at.mode);
  const checkout = await provider.connector.findTopup(provider.ctx, subject);
  if (!checkout) return 'the checkout is not a wallet top-up';
  const before = await getOwner(deps, at.provider, checkout.providerRef);
  if (before) return before;
  const result = await recoverTopup(deps, at, checkout);
  if (result.kind === 'unmatched') throw new Unmatched(describeUnmatched(checkout, result.why));
  return (
    (await getOwner(deps, at.provider, checkout.providerRef)) ??
    `the checkout is ${checkout.state} and was never booked`
  );
}

/** Where screens are updated: the account's first workplace, unless the top-up has one. */
async function anyWorkplace(deps: Deps, accountId: string): Promise<string | undefined> {
  const member = await deps.db.read({ accountId }, (ex) =>
    ex.first<{ workplace_id: string }>(
      sql`select workplace_id from member where account_id = ${accountId} order by created_at limit 1`,
    ),
  );
  return member?.workplace_id;
}

/**
 * Processes a stored event: finds its top-up and reads the state from the provider, so that events may be late,
 * repeated and out of order. Failures are saved with the reason and retried; the dead letter waits for operators.
 */
export async function workPaymentEvent(
  deps: Deps,
  ask: { mode: Mode; provider?: ConnectorId | undefined; eventId: string },
  { isLastTry }: { isLastTry: boolean },
): Promise<void> {
  const provider = ask.provider ?? paymentProviders(deps, ask.mode)[0]?.id;
  if (!provider) throw new Error('no payment provider configured for this mode');
  const key = { ...ask, provider };
  const event = await deps.db.global((tx) => findEvent(tx, key));
  if (!event?.subject || !event.subject_ref || !EVENT_OPEN.includes(event.state)) return;
  try {
    const owner = await findOwner(deps, key, { kind: event.subject, ref: event.subject_ref });
    if (typeof owner === 'string') {
      await deps.db.global((tx) => closeEvent(tx, key, { state: 'ignored', reason: owner }));
      return;
    }
    const workplaceId = await anyWorkplace(deps, owner.accountId);
    await checkTopup(deps, { ...owner, ...(workplaceId ? { workplaceId } : {}) });
    await checkClaims(deps, { ...owner, workplaceId });
    await deps.db.global((tx) => closeEvent(tx, key, { state: 'worked', ...owner }));
  } catch (error) {
    const isUnmatched =
      error instanceof Unmatched ||
      (error instanceof ConnectorError && ['not-found', 'unexpected'].includes(error.kind));
    if (!(error instanceof Later) && (isUnmatched || isLastTry)) {
      const reason =
        error instanceof ConnectorError ? error.detail : error instanceof Error ? error.message : 'unknown';
      await deps.db.global((tx) => markEventForReview(tx, key, reason));
      deps.log.error({ eventId: key.eventId, topic: event.topic, reason }, 'payment event could not be processed');
    }
    throw error;
  }
}
