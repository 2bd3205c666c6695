import { contracts, DONE, WALLET_LOW_AT } from '@quayside/contracts';
import { AppError, money, toNumber } from '@quayside/kernel';
import { z } from 'zod';
import { sql } from '../../db/index.ts';
import type { Deps, Mode } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { PATIENCE, type Patience } from '../../jobs/effect/pauses.ts';
import { publish } from '../../live/publish.ts';
import { checkDueTopups, checkTopup } from './actions/advance-topup.ts';
import { beginTopup } from './actions/begin-topup.ts';
import { checkBooks } from './actions/check-books.ts';
import { checkClaims } from './actions/check-claims.ts';
import { checkRestoredTopups, type TopupComparison } from './actions/check-restored-topups.ts';
import { createCheckouts } from './actions/create-topup.ts';
import { findClaims } from './actions/find-claims.ts';
import { retryUnmatched } from './actions/recover-topup.ts';
import { workPaymentEvent } from './actions/work-payment-event.ts';
import { checkClaimsJob, checkDisputesJob, cleanPaymentEventsJob, workPaymentEventJob } from './jobs/payment-events.ts';
import { checkOpenTopupsJob, checkTopupJob, createTopupJob, recoverTopupJob } from './jobs/topup.ts';
import { emptyOldBodies } from './payment-event-repo.ts';
import { paymentProviders } from './payment-provider.ts';
import { registerPaymentWebhook } from './payment-webhook.ts';
import { getTransaction, KINDS_OF } from './queries/transactions.ts';
import { countPostings, dailyFlow, listPostings, lockWallet, readWallet } from './repo.ts';
import { spendable } from './rules/postings.ts';
import { findTopup } from './topup-repo.ts';

const usd = (amount: number) => money(amount, 'USD');

export interface WalletFeature extends Feature {
  /** After a restore: recovers top-ups missing in this database. */
  checkRestoredTopups(signal: AbortSignal): Promise<TopupComparison>;
}

/** Wallets: one per account and mode, with the ledger as the source of truth. */
export function register(deps: Deps, patience: Patience = PATIENCE): WalletFeature {
  const mode: Mode = deps.config.sandbox ? 'sandbox' : 'live';
  const calls = contracts.wallet;
  const creating = createCheckouts(deps, patience);
  return {
    effects: [creating],
    checkRestoredTopups: (signal) => checkRestoredTopups(deps, signal),
    routes(app) {
      route(app, calls.wallet, async (_input, who) => {
        const row = await deps.db.read(who.scope, (ex) => readWallet(ex, who.scope.accountId, mode));
        const bonus = usd(row?.bonus ?? 0);
        const topup = usd(row?.topup ?? 0);
        const total = usd(row ? spendable(row) : 0);
        const providers = paymentProviders(deps, mode).map(({ id, label }) => ({ id, label }));
        return {
          balance_bonus: toNumber(bonus),
          balance_topup: toNumber(topup),
          total_balance: toNumber(total),
          currency: 'USD' as const,
          bonus,
          topup,
          total,
          reserved: usd(row?.reserved ?? 0),
          frozen: usd(row?.frozen ?? 0),
          debt: usd(row?.debt ?? 0),
          low_at: row?.low_at === null ? null : usd(row?.low_at ?? WALLET_LOW_AT),
          policy_accepted: Boolean(row?.policy_accepted_at),
          is_sandbox: mode === 'sandbox',
          can_top_up: providers.length > 0,
          providers,
        };
      });

      route(app, calls.walletChart, async ({ query }, who) => {
        const here = { accountId: who.scope.accountId, workplaceId: who.workplaceId };
        const days = await deps.db.read(here, (ex) => dailyFlow(ex, here, mode, query.days));
        return { days: days.map(({ day, added, spent }) => ({ day, added: usd(added), spent: usd(spent) })) };
      });

      route(app, calls.acceptPolicy, async (_input, who, reply) => {
        await deps.db.tenant(who.scope, async (tx) => {
          await lockWallet(tx, who.scope.accountId, mode);
          await tx.run(sql`update wallet set policy_accepted_at = now()
            where account_id = ${who.scope.accountId} and mode = ${mode} and policy_accepted_at is null`);
          await publish(tx, who.workplaceId, 'wallet');
        });
        reply.message('POLICY_ACCEPTED');
        return DONE;
      });

      route(app, calls.setLowMark, async ({ body }, who, reply) => {
        await deps.db.tenant(who.scope, async (tx) => {
          await lockWallet(tx, who.scope.accountId, mode);
          await tx.run(sql`update wallet set low_at = ${body.amount}
            where account_id = ${who.scope.accountId} and mode = ${mode}`);
          await publish(tx, who.workplaceId, 'wallet');
        });
        reply.message('LOW_MARK_SAVED');
        return DONE;
      });

      route(app, calls.topup, async ({ body }, who) => {
        const { topup_id, state, confirmation_url } = await beginTopup(deps, who, mode, body);
        return { topup_id, state, confirmation_url };
      });

      route(app, calls.topupState, async ({ params }, who) => {
        const ref = { accountId: who.scope.accountId, workplaceId: who.workplaceId, topupId: params.topup_id };
        const row = await deps.db.read(who.scope, (ex) => findTopup(ex, who.scope.accountId, params.topup_id));
        if (!row) throw new AppError('NOT_FOUND', 'TOPUP_NOT_FOUND');
        // The owner has returned from the provider's page: check now instead of waiting for the webhook.
        if (row.state === 'open') await deps.db.tenant(who.scope, (tx) => deps.queue.send(tx, checkTopupJob, ref));
        return {
          topup_id: row.topup_id,
          state: row.state,
          amount: usd(row.amount),
          confirmation_url: row.confirmation_url,
          error_key: row.error_key,
        };
      });

      route(app, calls.transactions, async ({ query }, who) => {
        const before = query.cursor ? z.uuid().safeParse(query.cursor).data : undefined;
        const rows = await deps.db.read(who.scope, (ex) =>
          listPostings(ex, who.scope.accountId, mode, KINDS_OF[query.kind], before, query.page_size + 1),
        );
        const items = rows.slice(0, query.page_size).map(getTransaction);
        const last = items.at(-1);
        return { items, ...(rows.length > query.page_size && last ? { next_cursor: last.id } : {}) };
      });

      route(app, calls.transactionCount, async (_input, who) =>
        deps.db.read(who.scope, async (ex) => {
          const count = (kind: keyof typeof KINDS_OF) => countPostings(ex, who.scope.accountId, mode, KINDS_OF[kind]);
          return { all: await count('all'), in: await count('in'), out: await count('out'), held: await count('held') };
        }),
      );
      registerPaymentWebhook(app, deps, mode);
    },
    jobs: [
      handler(createTopupJob, ({ topupId, ...here }, run) => creating.run(here, topupId, run.lost)),
      handler(checkTopupJob, (payload) => checkTopup(deps, payload)),
      handler(recoverTopupJob, (payload) => retryUnmatched(deps, payload)),
      handler(checkOpenTopupsJob, async (_payload, run) => {
        await checkDueTopups(deps);
        // Repeats while the provider could not be asked.
        await checkRestoredTopups(deps, run.signal);
      }),
      handler(workPaymentEventJob, (payload, run) => workPaymentEvent(deps, payload, run)),
      handler(cleanPaymentEventsJob, () => deps.db.global(emptyOldBodies)),
      handler(checkClaimsJob, (payload) => checkClaims(deps, payload)),
      handler(checkDisputesJob, () => findClaims(deps, mode)),
      checkBooks(deps),
    ],
  };
}
