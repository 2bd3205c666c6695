import { ConnectorError } from '@quayside/connector-kit';
import { money, toDecimal } from '@quayside/kernel';
import { sql } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { findInstallationHold } from '../../../sending/index.ts';
import { notify } from '../../notifications/index.ts';
import { type PaymentProvider, paymentProvider } from '../payment-provider.ts';
import { entriesOf, lockWallet, post } from '../repo.ts';
import { labelsFor } from '../rules/lost-topup.ts';
import { topupEntries } from '../rules/postings.ts';
import { findTopup, lockTopup, setTopup } from '../topup-repo.ts';
import { areTopupsCompared } from './check-restored-topups.ts';

interface TopupRef {
  accountId: string;
  workplaceId?: string;
  topupId: string;
}

function provider(deps: Deps, { accountId }: TopupRef, mode: Mode): PaymentProvider {
  const found = paymentProvider(deps, mode, accountId);
  if (!found) throw new Error('no payment provider in this mode');
  return found;
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

/** Asks the provider for a checkout page; the top-up's id is the idempotency key, so asking again is harmless. */
export async function requestCheckout(deps: Deps, ref: TopupRef, appUrl: string): Promise<void> {
  const { row, held } = await deps.db.read({ accountId: ref.accountId }, async (ex) => {
    const found = await findTopup(ex, ref.accountId, ref.topupId);
    const hold = await findInstallationHold(ex);
    // After a restore the provider may have it already, longer ago than it remembers idempotency keys.
    return { row: found, held: hold !== undefined || (found && !(await areTopupsCompared(ex, found.mode))) };
  });
  if (row?.state !== 'requested' && row?.state !== 'unknown') return;
  // The look for open top-ups sends it again in some minutes.
  if (held) return;
  const { connector, ctx } = provider(deps, ref, row.mode);
  const back = `${appUrl}/app/setting/wallet?topup=${ref.topupId}`;
  try {
    const session = await connector.createTopup(ctx, {
      reference: ref.topupId,
      amount: money(row.amount, 'USD'),
      description: 'Quayside wallet',
      labels: labelsFor({
        accountId: ref.accountId,
        amount: row.amount,
        ...(row.begun_in ? { workplaceId: row.begun_in } : {}),
      }),
      successUrl: back,
      cancelUrl: `${back}&cancelled=1`,
    });
    await tell(deps, ref, async (tx) => {
      const locked = await lockTopup(tx, ref.accountId, ref.topupId);
      // It may have been recovered, and paid, meanwhile.
      if (locked?.state !== 'requested' && locked?.state !== 'unknown') return;
      await setTopup(tx, ref.accountId, ref.topupId, {
        state: 'open',
        providerRef: session.providerRef,
        confirmationUrl: session.confirmationUrl,
      });
    });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const final = error.kind === 'rejected' || error.kind === 'auth' || error.kind === 'not-found';
    await tell(deps, ref, (tx) =>
      setTopup(tx, ref.accountId, ref.topupId, {
        state: final ? 'failed' : 'unknown',
        errorKey: final ? 'PAYMENT_PROVIDER_REFUSED' : 'PAYMENT_PROVIDER_DOWN',
      }),
    );
    if (!final) throw error;
  }
}

/** Reads the truth from the provider, books the money once when it was paid, and tells the people of the workplace. */
export async function checkTopup(deps: Deps, ref: TopupRef): Promise<void> {
  const row = await deps.db.read({ accountId: ref.accountId }, (ex) => findTopup(ex, ref.accountId, ref.topupId));
  if (row?.state !== 'open' || !row.provider_ref) return;
  const { connector, ctx } = provider(deps, ref, row.mode);
  const truth = await connector.getTopup(ctx, row.provider_ref);
  if (!truth) throw new Later(10_000, 'the provider does not know the checkout yet');
  if (truth.reference !== ref.topupId) throw new Error('the provider answers for another top-up');
  if (truth.state === 'open') return;
  // What is told goes to where the top-up was begun, whoever found out that it was paid.
  const workplaceId = row.begun_in ?? ref.workplaceId;
  await tell(deps, { ...ref, ...(workplaceId ? { workplaceId } : {}) }, async (tx) => {
    const locked = await lockTopup(tx, ref.accountId, ref.topupId);
    if (locked?.state !== 'open') return;
    if (truth.state !== 'paid') {
      await setTopup(tx, ref.accountId, ref.topupId, { state: 'expired' });
      return;
    }
    if (truth.amount.currency !== 'USD') throw new Error('the provider was paid in another currency');
    await lockWallet(tx, ref.accountId, row.mode);
    const key = `topup:${ref.topupId}`;
    if ((await entriesOf(tx, ref.accountId, key)).length === 0) {
      await post(
        tx,
        {
          accountId: ref.accountId,
          mode: row.mode,
          kind: 'topup',
          key,
          reference: { topup_id: ref.topupId, provider: 'stripe' },
        },
        topupEntries('stripe', truth.amount),
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

/** Sends a check for every open top-up that is due, each at a slower pace than before; gives up after two days. */
export async function findDueTopups(deps: Deps): Promise<{ account_id: string; topup_id: string }[]> {
  return deps.db.global((tx) =>
    tx.rows<{
      account_id: string;
      topup_id: string;
    }>(sql`update topup_directory set next_check_at = now() + interval '5 minutes'
      where topup_id in (select topup_id from topup_directory where open and next_check_at <= now() order by next_check_at limit 200 for update skip locked)
      returning account_id, topup_id`),
  );
}
