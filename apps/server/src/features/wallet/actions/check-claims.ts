import { money, toDecimal } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { findClaim, saveClaim } from '../claim-repo.ts';
import { neededProvider } from '../payment-provider.ts';
import { lockWallet, post } from '../repo.ts';
import { type ClaimLevels, claimEntries, claimKind, claimLevels } from '../rules/postings.ts';
import { findTopup, lockTopup, type TopupRow } from '../topup-repo.ts';

interface TopupRef {
  accountId: string;
  workplaceId?: string | undefined;
  topupId: string;
}

/** Attempts when another worker checks the same top-up concurrently. */
const ROUNDS = 3;

/**
 * Reads a booked top-up's refunds and disputes from the provider and updates the wallet: frozen during a dispute,
 * reversed when lost or refunded, released when won. Compares complete states, so the order and number of events don't
 * matter.
 */
export async function checkClaims(deps: Deps, ref: TopupRef): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) if (await checkOnce(deps, ref)) return;
  throw new Later(5_000, 'another worker is checking the same top-up');
}

/** false: another worker has checked it since the provider's response and may know more. */
async function checkOnce(deps: Deps, ref: TopupRef): Promise<boolean> {
  const { accountId, topupId } = ref;
  const { before, row } = await deps.db.read({ accountId }, async (ex) => ({
    row: await findTopup(ex, accountId, topupId),
    before: await findClaim(ex, accountId, topupId),
  }));
  if (!row?.provider_ref) return true;
  const provider = neededProvider(deps, row.provider, row.mode);
  const truth = await provider.connector.getTopup(provider.ctx, row.provider_ref);
  if (row.state !== 'paid') {
    if (truth?.state !== 'paid' || row.state === 'open') return true;
    throw new Error(`top-up ${topupId} is ${row.state} here, but the provider was paid for it`);
  }
  if (!truth?.paymentRef) throw new Error(`provider has no payment for top-up ${topupId}`);
  const disputes = await provider.connector.listDisputes(provider.ctx, truth.paymentRef);
  const { amount, currency } = truth.amount;
  if (disputes.some((one) => one.amount.currency !== currency))
    throw new Error(`dispute of top-up ${topupId} is in another currency`);
  const now = claimLevels(amount, {
    refunded: truth.refunded.amount,
    disputes: disputes.map((one) => ({ state: one.state, amount: one.amount.amount })),
  });
  const workplaceId = row.begun_in ?? ref.workplaceId;
  return deps.db.tenant({ accountId, ...(workplaceId ? { workplaceId } : {}) }, async (tx) => {
    await lockTopup(tx, accountId, topupId);
    const claim = await findClaim(tx, accountId, topupId);
    if ((claim?.checks ?? 0) !== (before?.checks ?? 0)) return false;
    const from = { frozen: claim?.frozen ?? 0, taken: claim?.taken ?? 0 };
    const moved = await move(tx, { accountId, topupId, row, checks: claim?.checks ?? 0 }, from, now);
    await saveClaim(tx, { accountId, topupId, amount }, now);
    if (moved && workplaceId) {
      await publish(tx, workplaceId, 'wallet', [topupId]);
      await notify(tx, workplaceId, noticesOf(from, now, row, topupId));
    }
    return true;
  });
}

/** Notifications about frozen and reversed money. */
function noticesOf(from: ClaimLevels, to: ClaimLevels, row: TopupRow, topupId: string) {
  const notice = (kind: 'topup_disputed' | 'topup_taken_back', level: keyof ClaimLevels) => ({
    kind,
    isSandbox: row.mode === 'sandbox',
    params: { amount: `${toDecimal(money(to[level] - from[level], 'USD'))} USD` },
    once: `${topupId}:${kind}:${to[level]}`,
  });
  return [
    ...(to.frozen > from.frozen ? [notice('topup_disputed', 'frozen')] : []),
    ...(to.taken > from.taken ? [notice('topup_taken_back', 'taken')] : []),
  ];
}

/** Books the change, if any. */
async function move(
  tx: Executor,
  { accountId, checks, row, topupId }: { accountId: string; topupId: string; row: TopupRow; checks: number },
  from: ClaimLevels,
  to: ClaimLevels,
): Promise<boolean> {
  const kind = claimKind(from, to);
  if (!kind) return false;
  const wallet = await lockWallet(tx, accountId, row.mode);
  await post(
    tx,
    {
      accountId,
      mode: row.mode,
      kind,
      key: `claim:${topupId}:${checks + 1}`,
      reference: { topup_id: topupId, provider: row.provider },
    },
    claimEntries(from, to, wallet.topup, row.provider),
  );
  return true;
}
