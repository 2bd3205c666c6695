import type { ConnectorId, TopupState } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { type Executor, isUniqueViolation, type Scope, sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { TOPUP_CREATING } from '../../../states/topup.ts';
import { checkTopupJob } from '../jobs/topup.ts';
import { paymentProvider, paymentProviders } from '../payment-provider.ts';
import { describeUnmatched, type KnownTopup, matchTopup, readLabels, type TopupLabels } from '../rules/lost-topup.ts';
import { findTopup, lockTopup, setTopup } from '../topup-repo.ts';

/** A payment provider's account in one mode. */
export interface ProviderInMode {
  mode: Mode;
  provider: ConnectorId;
}

export type Recovery = { kind: 'known' | 'recovered' } | { kind: 'unmatched'; why: string };

/** Interval for rereading an unpaid checkout that needs a person. */
const UNPAID_MS = 10 * 60_000;

async function findKnown(deps: Deps, topupId: string): Promise<KnownTopup | undefined> {
  const found = await deps.db.global((tx) =>
    tx.first<{ account_id: string }>(sql`select account_id from topup_directory where topup_id = ${topupId}`),
  );
  if (!found) return undefined;
  const accountId = found.account_id;
  const row = await deps.db.read({ accountId }, (ex) => findTopup(ex, accountId, topupId));
  return row && { accountId, amount: row.amount, state: row.state, providerRef: row.provider_ref };
}

const hasAccount = async (deps: Deps, accountId: string): Promise<boolean> =>
  (await deps.db.global((tx) =>
    tx.first(sql`select 1 from account where account_id = ${accountId} and deleted_at is null`),
  )) !== undefined;

const isMember = async (ex: Executor, accountId: string, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from member where account_id = ${accountId} and workplace_id = ${workplaceId}`)) !==
  undefined;

/** The scope of a top-up. Its workplace may be deleted; the money is then credited to the account anyway. */
async function scopeOf(deps: Deps, { accountId, workplaceId }: TopupLabels): Promise<Scope> {
  if (workplaceId === undefined) return { accountId };
  const here = { accountId, workplaceId };
  return (await deps.db.read(here, (ex) => isMember(ex, accountId, workplaceId))) ? here : { accountId };
}

/** Uses the checkout's id, so that concurrent recoveries create one row. */
async function recreate(deps: Deps, at: ProviderInMode, checkout: TopupState, labels: TopupLabels): Promise<void> {
  const { accountId, topupId } = labels;
  const { mode, provider } = at;
  const scope = await scopeOf(deps, labels);
  const workplaceId = scope.workplaceId ?? null;
  await deps.db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into topup (account_id, topup_id, mode, amount, provider, state, provider_ref, confirmation_url,
        begun_in, created_at)
      values (${accountId}, ${topupId}, ${mode}, ${checkout.amount.amount}, ${provider}, 'open', ${checkout.providerRef},
        ${checkout.confirmationUrl ?? null}, ${workplaceId}, ${checkout.createdAt}::timestamptz)`);
    await tx.run(sql`insert into topup_directory (topup_id, account_id, provider, provider_ref, mode, next_check_at)
      values (${topupId}, ${accountId}, ${provider}, ${checkout.providerRef}, ${mode}, now() + interval '1 minute')`);
    await deps.queue.send(tx, checkTopupJob, { ...scope, accountId, topupId });
  });
}

async function attach(deps: Deps, checkout: TopupState, { accountId, topupId }: TopupLabels): Promise<void> {
  await deps.db.tenant({ accountId }, async (tx) => {
    const row = await lockTopup(tx, accountId, topupId);
    if (row?.provider_ref !== null || !TOPUP_CREATING.includes(row.state)) return;
    await setTopup(tx, accountId, topupId, {
      state: 'open',
      providerRef: checkout.providerRef,
      ...(checkout.confirmationUrl ? { confirmationUrl: checkout.confirmationUrl } : {}),
    });
    await deps.queue.send(tx, checkTopupJob, { accountId, topupId });
  });
}

/** Recreates the row of a checkout missing in this database. Its payment is then read and booked as usual. */
export async function recoverTopup(deps: Deps, at: ProviderInMode, checkout: TopupState): Promise<Recovery> {
  const labels = readLabels(checkout);
  const exists = labels !== undefined && (await hasAccount(deps, labels.accountId));
  const decide = async () => matchTopup(checkout, exists, labels && (await findKnown(deps, labels.topupId)));
  const match = await decide();
  if (match.kind === 'attach') {
    await attach(deps, checkout, match.labels);
    return { kind: 'recovered' };
  }
  if (match.kind !== 'recreate') return match;
  try {
    await recreate(deps, at, checkout, match.labels);
    return { kind: 'recovered' };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // Another process was first.
    const again = await decide();
    return again.kind === 'unmatched' || again.kind === 'known' ? again : { kind: 'recovered' };
  }
}

/**
 * Rereads a checkout that needs a person. Fails until it is matched, refunded or expired, so that operators see it with
 * the reason.
 */
export async function retryUnmatched(
  deps: Deps,
  { mode, provider: named, providerRef }: { mode: Mode; provider?: ConnectorId | undefined; providerRef: string },
): Promise<void> {
  const id = named ?? paymentProviders(deps, mode)[0]?.id;
  const provider = id === undefined ? undefined : paymentProvider(deps, id, mode);
  if (!id || !provider) throw new AppError('BAD_REQUEST', 'NO_PAYMENT_PROVIDER');
  const checkout = await provider.connector.getTopup(provider.ctx, providerRef);
  if (!checkout) return;
  const result = await recoverTopup(deps, { mode, provider: id }, checkout);
  if (result.kind !== 'unmatched') return;
  if (checkout.state === 'open') throw new Later(UNPAID_MS, 'checkout is not paid yet');
  throw new Error(describeUnmatched(checkout, result.why));
}
