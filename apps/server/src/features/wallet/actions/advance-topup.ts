import { toDecimal } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { checkTopupJob } from '../jobs/topup.ts';
import { neededProvider } from '../payment-provider.ts';
import { findEntries, lockWallet, post } from '../repo.ts';
import { topupEntries } from '../rules/postings.ts';
import { topupPace } from '../rules/topup-pace.ts';
import { findTopup, lockTopup, paceTopup, setTopup } from '../topup-repo.ts';

interface TopupRef {
  accountId: string;
  workplaceId?: string;
  topupId: string;
}

const tell = async (deps: Deps, ref: TopupRef, work: Parameters<Deps['db']['tenant']>[1]): Promise<void> => {
  await deps.db.tenant(
    { accountId: ref.accountId, ...(ref.workplaceId ? { workplaceId: ref.workplaceId } : {}) },
    async (tx) => {
      await work(tx);
      if (ref.workplaceId) await publish(tx, ref.workplaceId, 'wallet', [ref.topupId]);
    },
  );
};

/** Reads a top-up's state from the provider, books a payment once, and notifies the workplace's members. */
export async function checkTopup(deps: Deps, ref: TopupRef): Promise<void> {
  const row = await deps.db.read({ accountId: ref.accountId }, (ex) => findTopup(ex, ref.accountId, ref.topupId));
  if (row?.state !== 'open' || !row.provider_ref) return;
  const { connector, ctx } = neededProvider(deps, row.provider, row.mode, ref.accountId);
  const truth = await connector.getTopup(ctx, row.provider_ref);
  if (!truth) throw new Later(10_000, 'checkout not found at the provider yet');
  if (truth.reference !== ref.topupId) throw new Error('provider returned a different top-up');
  if (truth.state === 'open') return;
  // Notifications go to the workspace of the top-up, no matter which process found the payment.
  const workplaceId = row.begun_in ?? ref.workplaceId;
  await tell(deps, { ...ref, ...(workplaceId ? { workplaceId } : {}) }, async (tx) => {
    const locked = await lockTopup(tx, ref.accountId, ref.topupId);
    if (locked?.state !== 'open') return;
    if (truth.state !== 'paid') {
      await setTopup(tx, ref.accountId, ref.topupId, { state: 'expired' });
      return;
    }
    if (truth.amount.currency !== 'USD') throw new Error('provider payment is not in USD');
    await lockWallet(tx, ref.accountId, row.mode);
    const key = `topup:${ref.topupId}`;
    if ((await findEntries(tx, ref.accountId, key)).length === 0) {
      await post(
        tx,
        {
          accountId: ref.accountId,
          mode: row.mode,
          kind: 'topup',
          key,
          reference: { topup_id: ref.topupId, provider: row.provider },
        },
        topupEntries(row.provider, truth.amount),
      );
    }
    await setTopup(tx, ref.accountId, ref.topupId, { state: 'paid' });
    if (workplaceId)
      await notify(tx, workplaceId, [
        {
          kind: 'topped_up',
          isSandbox: row.mode === 'sandbox',
          params: { amount: `${toDecimal(truth.amount)} ${truth.amount.currency}` },
          once: ref.topupId,
        },
      ]);
  });
}

/** Enqueues checks of due open checkouts. Ones still being created are left to that job. */
export async function checkDueTopups(deps: Deps): Promise<void> {
  const due = await deps.db.global((tx) =>
    tx.rows<{
      account_id: string;
      topup_id: string;
    }>(sql`update topup_directory set next_check_at = now() + interval '5 minutes'
      where topup_id in (select topup_id from topup_directory where open and next_check_at <= now()
        order by next_check_at limit 200 for update skip locked)
      returning account_id, topup_id`),
  );
  for (const { account_id: accountId, topup_id: topupId } of due)
    await deps.db.tenant({ accountId }, async (tx) => {
      const row = await findTopup(tx, accountId, topupId);
      if (row?.state !== 'open') return;
      const afterMs = topupPace(deps.clock.millis() - Date.parse(row.created_at));
      await paceTopup(tx, accountId, topupId, afterMs);
      if (afterMs === undefined) deps.log.error({ topupId }, 'top-up abandoned: provider never reported its outcome');
      else await deps.queue.send(tx, checkTopupJob, { accountId, topupId });
    });
}
