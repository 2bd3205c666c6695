import { createHmac } from 'node:crypto';
import { stripe } from '@quayside/connector-stripe';
import { newId } from '@quayside/kernel';
import { SECRET_KEY } from '@quayside/sandbox/stripe/api.ts';
import { DEFAULT_WEBHOOK_SECRET } from '@quayside/sandbox/stripe/events.ts';
import { startTestSandbox } from '@quayside/testing/contract/sandbox-control.ts';
import { type Db, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { beginTopup } from '../../features/wallet/actions/begin-topup.ts';
import * as wallet from '../../features/wallet/index.ts';
import { registerPaymentWebhook } from '../../features/wallet/payment-webhook.ts';
import { findTopup } from '../../features/wallet/topup-repo.ts';
import type { Who } from '../../http/who.ts';
import { guardConnectors } from '../../sending/index.ts';
import { fakeWorld } from './fake-deps.ts';
import { bareHttpApp } from './http-app.ts';

/** The wallet with a real database and the sandbox's payment provider; jobs and webhooks run when told. */
export async function walletWorld(db: Db) {
  const sandbox = await startTestSandbox(['stripe']);
  const { deps: fakes, jobs, person } = await fakeWorld(db);
  const baseUrl = `${sandbox.baseUrl}/stripe`;
  const context = () => sandbox.context(baseUrl, { secretKey: SECRET_KEY });
  const deps: Deps = {
    ...fakes,
    http: { send: (ask) => context().http.send(ask) },
    connectors: {
      ...fakes.connectors,
      ...guardConnectors({ channels: {}, suppliers: {}, trackers: {}, payments: { stripe } }),
      baseUrl: (_id, mode) => (mode === 'sandbox' ? baseUrl : undefined),
      appCredentials: () => ({ secretKey: SECRET_KEY, webhookSecret: DEFAULT_WEBHOOK_SECRET }),
    },
  };
  const handlers = wallet.register(deps).jobs ?? [];
  const app = await bareHttpApp({ add: async (http) => registerPaymentWebhook(http, deps, 'sandbox') });
  const drain = () => jobs.drain(handlers);

  const { signal } = new AbortController();
  return {
    deps,
    /** Runs a job that starts at a time of its own. */
    run: (name: string) =>
      handlers
        .find(({ kind }) => kind.name === name)
        ?.handle({}, { jobId: newId(), attempt: 0, isLastTry: true, signal, lost: signal }),
    sandbox,
    context,
    jobs,
    drain,
    async close(): Promise<void> {
      await app.fastify.close();
      await sandbox.close();
    },
    /** An account whose wallet may be topped up. */
    async owner(): Promise<WorkplaceScope> {
      const scope = await person();
      await db.tenant(scope, (tx) =>
        tx.run(
          sql`insert into wallet (account_id, mode, policy_accepted_at) values (${scope.accountId}, 'sandbox', now())`,
        ),
      );
      return scope;
    },
    /** Begins a top-up; returns its id and that of its checkout. */
    async begin(scope: WorkplaceScope, amount: number): Promise<{ topupId: string; ref: string }> {
      const who = { scope, workplaceId: scope.workplaceId } as Who;
      const { topup_id: topupId } = await beginTopup(deps, who, 'sandbox', { amount, idempotency_key: newId() });
      await drain();
      const row = await db.read(scope, (ex) => findTopup(ex, scope.accountId, topupId));
      return { topupId, ref: row?.provider_ref ?? '' };
    },
    async pay(ref: string): Promise<void> {
      const answer = await fetch(`${baseUrl}/pay/${ref}/confirm`, { method: 'POST', redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`the payment page answered ${answer.status}`);
    },
    /** Delivers an event as the provider would; returns the status of the answer. */
    async deliver(event: { id?: string; type: string; object: object }): Promise<number> {
      const { id = `evt_${newId()}`, type, object } = event;
      const body = JSON.stringify({ id, type, data: { object } });
      const seconds = Math.floor(deps.clock.millis() / 1_000);
      const v1 = createHmac('sha256', DEFAULT_WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
      const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` };
      return (await app.fastify.inject({ method: 'POST', url: '/webhooks/payment/stripe', headers, body })).statusCode;
    },
    events: () =>
      db.global((tx) =>
        tx.rows<{ event_id: string; state: string; reason: string | null; topup_id: string | null; body: string }>(
          sql`select event_id, state, reason, topup_id, convert_from(body, 'UTF8') as body from payment_event order by received_at, event_id`,
        ),
      ),
    wallet: (scope: WorkplaceScope) => db.read(scope, (ex) => wallet.readWallet(ex, scope.accountId, 'sandbox')),
  };
}
