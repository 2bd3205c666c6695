import { ConnectorError, type PaymentConnector, type TopupState } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { fakeManifest } from '@quayside/testing/fakes/fake-manifest.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Who } from '../../http/who.ts';
import { PATIENCE } from '../../jobs/effect/pauses.ts';
import { createSweep } from '../../jobs/effect/sweep.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { beginTopup } from './actions/begin-topup.ts';
import { createCheckouts } from './actions/create-topup.ts';
import { register } from './index.ts';
import { findTopup } from './topup-repo.ts';

const db = await testDatabase();

/** The provider's books: a checkout for each reference, as long as it honours the key. */
let checkouts: TopupState[] = [];
let calls: string[] = [];
let honours = true;
/** Where the provider sends the payer: after paying, and after cancelling. */
let returnsTo: string[] = [];
/** What happens with the next creation. */
let fault: { before?: () => Promise<void>; after?: () => Promise<void>; says?: ConnectorError } = {};

const provider = {
  ...fakeManifest('stripe', 'Stripe'),
  keyLivesMs: 24 * 3_600_000,
  async createTopup(_ctx, { reference, amount, labels, successUrl, cancelUrl }) {
    calls.push('create');
    returnsTo = [successUrl, cancelUrl];
    const { before, after, says } = fault;
    fault = {};
    await before?.();
    const known = honours ? checkouts.find((one) => one.reference === reference) : undefined;
    const made: TopupState = known ?? {
      providerRef: `cs_${newId()}`,
      reference,
      state: 'open',
      amount,
      refunded: { amount: 0, currency: 'USD' },
      labels,
      createdAt: new Date().toISOString(),
      confirmationUrl: 'https://pay.example.com/',
    };
    if (!says || after) checkouts = [...checkouts.filter((one) => one !== known), made];
    await after?.();
    if (says) throw says;
    return { providerRef: made.providerRef, confirmationUrl: made.confirmationUrl ?? '' };
  },
  async listTopups() {
    calls.push('list');
    return { items: checkouts };
  },
} as Partial<PaymentConnector> as PaymentConnector;

const { deps, jobs, person } = await fakeWorld(db, { payments: [provider] });
const money = register(deps);
const sweeping = createSweep(deps, [money]);
const handlers = [...money.jobs, sweeping.job];

let scope: WorkplaceScope;
let id: string;
beforeEach(async () => {
  checkouts = [];
  calls = [];
  honours = true;
  fault = {};
  await db.global((tx) => tx.run(sql`delete from test_job`));
  scope = await person();
  await db.tenant(scope, (tx) =>
    tx.run(
      sql`insert into wallet (account_id, mode, policy_accepted_at) values (${scope.accountId}, 'sandbox', now())`,
    ),
  );
  const who = { scope, workplaceId: scope.workplaceId } as Who;
  id = (await beginTopup(deps, who, 'sandbox', { amount: 20_00, idempotency_key: newId() })).topup_id;
});

const row = () => db.read(scope, (ex) => findTopup(ex, scope.accountId, id));
const passTime = (seconds: number) =>
  db.tenant(scope, (tx) =>
    tx.run(sql`update topup set created_at = created_at - make_interval(secs => ${seconds}),
        sent_at = sent_at - make_interval(secs => ${seconds}), claimed_until = claimed_until - make_interval(secs => ${seconds}),
        next_attempt_at = next_attempt_at - make_interval(secs => ${seconds})
      where account_id = ${scope.accountId}`),
  );
const another = () =>
  createCheckouts(deps, PATIENCE)
    .run(scope, id)
    .then(
      () => 'done',
      (error: Error) => error.message,
    );
const lost = new ConnectorError('unknown', 'the connection was lost');

describe("making a top-up's checkout", () => {
  it('sends the payer back to the page that asked for the top-up', async () => {
    const who = { scope, workplaceId: scope.workplaceId } as Who;
    const ask = (more: { return_path?: string }) =>
      beginTopup(deps, who, 'sandbox', { amount: 20_00, idempotency_key: newId(), ...more });
    await jobs.drain(handlers);
    expect(returnsTo[0]).toBe(`${deps.config.ownUrl}/app/setting/wallet?topup=${id}`);
    const { topup_id: placing } = await ask({ return_path: '/app/orders?place=all' });
    await jobs.drain(handlers);
    const back = `${deps.config.ownUrl}/app/orders?place=all&topup=${placing}`;
    expect(returnsTo).toEqual([back, `${back}&cancelled=1`]);
  });

  it('leaves it to the worker that holds it', async () => {
    let said = '';
    fault = {
      before: async () => {
        said = await another();
      },
    };
    await jobs.drain(handlers);
    expect(said).toContain('another worker');
    expect(calls).toEqual(['create']);
    expect(await row()).toMatchObject({ state: 'open', provider_ref: checkouts[0]?.providerRef });
  });

  it('is sent again under its key where the first worker seems dead and is only slow, and counts once', async () => {
    let said = '';
    fault = {
      after: async () => {
        await passTime(46);
        said = await another();
      },
    };
    await jobs.drain(handlers);
    expect(said).toBe('done');
    expect(checkouts).toHaveLength(1);
    expect(await row()).toMatchObject({ state: 'open', provider_ref: checkouts[0]?.providerRef });
  });

  it('says that the provider does not answer, and goes on', async () => {
    fault = { says: new ConnectorError('temporary', 'down') };
    await jobs.drain(handlers);
    expect(await row()).toMatchObject({ state: 'requested', error_key: 'PAYMENT_PROVIDER_DOWN' });
    await jobs.drain(handlers);
    expect(await row()).toMatchObject({ state: 'open', error_key: null });
    expect(checkouts).toHaveLength(1);
  });

  it('asks once the key may have ended, and makes no second checkout', async () => {
    fault = { says: lost, after: async () => undefined };
    await jobs.drain(handlers);
    expect(await row()).toMatchObject({ state: 'unknown' });
    await passTime(24 * 3_600);
    honours = false;
    await jobs.drain(handlers);
    expect(calls).toEqual(['create', 'list']);
    expect(await row()).toMatchObject({ state: 'open', provider_ref: checkouts[0]?.providerRef });
  });

  it('ends where nothing was made and nobody waits for it any more', async () => {
    fault = { says: lost };
    await jobs.drain(handlers);
    await passTime(24 * 3_600);
    await jobs.drain(handlers);
    expect(calls).toEqual(['create', 'list']);
    expect(await row()).toMatchObject({ state: 'failed', error_key: 'PAYMENT_PROVIDER_DOWN' });
    expect(await jobs.waiting()).toEqual([]);
  });

  it('is refused for good once', async () => {
    fault = { says: new ConnectorError('rejected', 'too much') };
    await jobs.drain(handlers);
    expect(await row()).toMatchObject({ state: 'failed', error_key: 'PAYMENT_PROVIDER_REFUSED' });
  });

  it('is found by the sweep when its job was lost', async () => {
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await passTime(61);
    await sweeping.now();
    await jobs.drain(handlers);
    expect(await row()).toMatchObject({ state: 'open' });
    expect(checkouts).toHaveLength(1);
  });
});
