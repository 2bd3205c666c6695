import { createHmac } from 'node:crypto';
import { stripe } from '@quayside/connector-stripe';
import { newId } from '@quayside/kernel';
import { SECRET_KEY } from '@quayside/sandbox/stripe/api.ts';
import { DEFAULT_WEBHOOK_SECRET } from '@quayside/sandbox/stripe/events.ts';
import { startTestSandbox, type TestSandbox, until } from '@quayside/testing/contract/sandbox-control.ts';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Who } from '../../http/who.ts';
import { findHold, guardConnectors, holdAfterRestore, resumeSending, watchServer } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { copyRows } from '../../testing/db/time-machine.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { bareHttpApp } from '../../testing/fakes/http-app.ts';
import * as installation from '../installation/index.ts';
import { beginTopup } from './actions/begin-topup.ts';
import { checkRestoredTopups } from './actions/check-restored-topups.ts';
import * as wallet from './index.ts';
import { registerPaymentWebhook } from './payment-webhook.ts';
import { findDrift } from './repo.ts';
import { findTopup } from './topup-repo.ts';

interface Books {
  sessions: { id: string; reference: string | null; amount: number }[];
  payments: { session: string; amount: number }[];
}
const db = await testDatabase();
/** One per test: a comparison sees every checkout since the restore. */
let sandbox: TestSandbox;
const { deps: fakes, jobs, person } = await fakeWorld(db);
const stripeUrl = () => `${sandbox.baseUrl}/stripe`;
const context = () => sandbox.context(stripeUrl(), { secretKey: SECRET_KEY });
const logged: string[] = [];
const deps: Deps = {
  ...fakes,
  http: { send: (ask) => context().http.send(ask) },
  log: { ...fakes.log, error: (_facts: unknown, text: string) => void logged.push(text) } as Deps['log'],
  connectors: {
    ...fakes.connectors,
    ...guardConnectors({ channels: {}, suppliers: {}, trackers: {}, payments: { stripe } }),
    baseUrl: (_id, mode) => (mode === 'sandbox' ? stripeUrl() : undefined),
    appCredentials: () => ({ secretKey: SECRET_KEY, webhookSecret: DEFAULT_WEBHOOK_SECRET }),
  },
};
const money = wallet.register(deps);
const watching = installation.register(deps, {
  checkRestored: async () => ({ lost: 0, unasked: 0 }),
  checkTopups: money.checkRestoredTopups,
});
const handlers = [...(money.jobs ?? []), ...(watching.jobs ?? [])];
const app = await bareHttpApp({ add: async (http) => registerPaymentWebhook(http, deps, 'sandbox') });
afterAll(() => app.fastify.close());
const { signal } = new AbortController();

const books = () => sandbox.book<Books>('stripe');
const run = (name: string) =>
  handlers
    .find(({ kind }) => kind.name === name)
    ?.handle({}, { jobId: newId(), attempt: 0, isLastTry: true, signal, lost: signal });
const settle = () => jobs.drain(handlers);

const pay = async (providerRef: string) => {
  const answer = await fetch(`${stripeUrl()}/pay/${providerRef}/confirm`, { method: 'POST', redirect: 'manual' });
  expect(answer.status).toBe(303);
};

/** What the provider sends when a checkout was paid. */
async function webhook(providerRef: string): Promise<void> {
  const body = JSON.stringify({
    id: `evt_${newId()}`,
    type: 'checkout.session.completed',
    data: { object: { object: 'checkout.session', id: providerRef } },
  });
  const seconds = Math.floor(deps.clock.millis() / 1_000);
  const v1 = createHmac('sha256', DEFAULT_WEBHOOK_SECRET).update(`${seconds}.${body}`).digest('hex');
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` };
  const answer = await app.fastify.inject({ method: 'POST', url: '/webhooks/payment/stripe', headers, body });
  expect(answer.statusCode).toBe(200);
}

async function owner(): Promise<WorkplaceScope> {
  const scope = await person();
  await db.tenant(scope, (tx) =>
    tx.run(
      sql`insert into wallet (account_id, mode, policy_accepted_at) values (${scope.accountId}, 'sandbox', now())`,
    ),
  );
  return scope;
}

const request = (scope: WorkplaceScope, amount: number, key: string = newId()) =>
  beginTopup(deps, { scope, workplaceId: scope.workplaceId } as Who, 'sandbox', { amount, idempotency_key: key });

/** Begins a top-up; returns its id and that of its checkout. */
async function begin(scope: WorkplaceScope, amount: number, key?: string): Promise<{ topupId: string; ref: string }> {
  const { topup_id: topupId } = await request(scope, amount, key);
  await settle();
  return { topupId, ref: (await topupOf(scope, topupId))?.provider_ref ?? '' };
}

const topupOf = ({ accountId }: WorkplaceScope, topupId: string) =>
  db.read({ accountId }, (ex) => findTopup(ex, accountId, topupId));
const balance = async ({ accountId }: WorkplaceScope) =>
  (await db.read({ accountId }, (ex) => wallet.readWallet(ex, accountId, 'sandbox')))?.topup ?? 0;

/** Runs the checks of open top-ups that are due, as the job of each minute does. */
async function checkOpen(): Promise<void> {
  await db.global((tx) => tx.run(sql`update topup_directory set next_check_at = now()`));
  await run('check-open-topups');
  await settle();
}

async function goBack(putBack: () => Promise<void>): Promise<void> {
  await putBack();
  await db.global((tx) => tx.run(sql`update installation set server = '7000000000000000000/00000001/5'`));
}

/** A checkout that somebody with our key made, with labels of his own. */
async function makeCheckout(reference: string, amount: number, labels: Record<string, string>, currency = 'USD') {
  const { providerRef } = await stripe.createTopup(context(), {
    reference,
    amount: { amount, currency },
    description: 'Quayside wallet',
    labels,
    successUrl: 'http://127.0.0.1:4000/',
    cancelUrl: 'http://127.0.0.1:4000/',
  });
  return providerRef;
}

const homes: WorkplaceScope[] = [];
const newOwner = async (): Promise<WorkplaceScope> => {
  const home = await owner();
  homes.push(home);
  return home;
};

beforeEach(async () => {
  homes.length = 0;
  logged.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global(resumeSending);
  await db.global(async (tx) => {
    await tx.run(sql`delete from topup_check`);
    await tx.run(sql`update topup_directory set open = false`);
    await tx.run(
      sql`update installation set server = null, restored_at = null, current_until = null, checked_at = null`,
    );
  });
  await watchServer(db);
  sandbox = await startTestSandbox(['stripe']);
});
afterEach(async () => {
  await sandbox.close();
  for (const { accountId } of homes) expect(await db.read({ accountId }, (ex) => findDrift(ex, accountId))).toEqual([]);
});

describe('top-ups after the data went back in time', () => {
  it('begun and paid after the backup come back, each once, whoever looks first', async () => {
    const [ada, bob] = [await newOwner(), await newOwner()];
    const before = await begin(ada, 10_00);
    const putBack = await copyRows(db.superuserUrl);
    const first = await begin(ada, 20_00);
    const second = await begin(bob, 30_00);
    const unpaid = await begin(bob, 40_00);
    for (const { ref } of [before, first, second]) await pay(ref);
    await checkOpen();
    expect([await balance(ada), await balance(bob)]).toEqual([30_00, 30_00]);

    await goBack(putBack);
    expect([await balance(ada), await balance(bob)]).toEqual([0, 0]);
    expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });
    // One of the checkouts reports while it is unknown here: the event is stored, and its job finds out whose it is.
    await webhook(first.ref);
    expect(await jobs.waiting()).toMatchObject([{ name: 'work-payment-event' }]);

    expect(await watchServer(db)).toBe('changed');
    const comparing = [1, 2, 3].map(() => checkRestoredTopups(deps, signal));
    await Promise.all([...comparing, webhook(second.ref)]);
    for (const ref of [first.ref, second.ref, before.ref]) await webhook(ref);
    await settle();
    await checkOpen();
    expect([await balance(ada), await balance(bob)]).toEqual([30_00, 30_00]);
    expect(await topupOf(ada, first.topupId)).toMatchObject({
      state: 'paid',
      amount: 20_00,
      begun_in: ada.workplaceId,
    });
    expect(await topupOf(bob, unpaid.topupId)).toMatchObject({
      state: 'open',
      confirmation_url: expect.stringContaining(unpaid.ref),
    });
    const notes = await db.read(ada, (ex) =>
      ex.rows(sql`select 1 from notification_event where workplace_id = ${ada.workplaceId} and kind = 'topped_up'`),
    );
    expect(notes).toHaveLength(2);

    // The page that was open then can still be paid.
    await pay(unpaid.ref);
    await webhook(unpaid.ref);
    await settle();
    expect(await balance(bob)).toBe(70_00);
    expect((await books()).sessions.filter(({ amount }) => amount === 40_00)).toHaveLength(1);
    expect(await checkRestoredTopups(deps, signal)).toMatchObject({ unmatched: 0, unasked: 0 });
    expect(await jobs.waiting()).toEqual([]);
    expect(logged).toEqual([]);
  });

  it('asked for again under the same key, the one that was paid is found', async () => {
    const ada = await newOwner();
    const putBack = await copyRows(db.superuserUrl);
    const key = newId();
    const first = await begin(ada, 21_00, key);
    await pay(first.ref);
    await goBack(putBack);
    await watchServer(db);
    await checkRestoredTopups(deps, signal);
    await db.global(resumeSending);
    expect(await begin(ada, 21_00, key)).toEqual(first);
    await checkOpen();
    expect(await balance(ada)).toBe(21_00);
    expect((await books()).sessions.filter(({ reference }) => reference === first.topupId)).toHaveLength(1);
  });

  it('asked for before the backup and made after it: no second checkout, also before the provider was asked', async () => {
    const ada = await newOwner();
    const { topup_id: topupId } = await request(ada, 22_00);
    const putBack = await copyRows(db.superuserUrl);
    await settle();
    const ref = (await topupOf(ada, topupId))?.provider_ref ?? '';
    await pay(ref);
    await goBack(putBack);
    await watchServer(db);
    await sandbox.fault({
      standIn: 'stripe',
      match: 'GET /stripe/v1/checkout/sessions\\?',
      kind: 'status-503',
      times: 50,
    });
    await run('watch-installation');
    expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });
    await db.global(resumeSending);
    // So long after that the provider has forgotten the idempotency key.
    await sandbox.post('/stripe/setup/forget-keys', {});
    await checkOpen();
    expect(await topupOf(ada, topupId)).toMatchObject({ state: 'requested' });
    expect((await books()).sessions.filter(({ reference }) => reference === topupId)).toHaveLength(1);

    await sandbox.clearFaults();
    await checkOpen();
    await checkOpen();
    expect(await topupOf(ada, topupId)).toMatchObject({ state: 'paid', provider_ref: ref });
    expect(await balance(ada)).toBe(22_00);
    expect((await books()).sessions.filter(({ reference }) => reference === topupId)).toHaveLength(1);
  });

  it('comes to the account where the workspace is gone', async () => {
    const ada = await newOwner();
    await db.global((tx) => holdAfterRestore(tx, 'restored'));
    const topupId = newId();
    const ref = await makeCheckout(topupId, 23_00, { account: ada.accountId, workspace: newId(), amount: '2300' });
    await pay(ref);
    await run('watch-installation');
    await settle();
    expect(await topupOf(ada, topupId)).toMatchObject({ state: 'paid', begun_in: null });
    expect(await balance(ada)).toBe(23_00);
    // A restore that was announced waits for an operator all the same.
    expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'restored' });
  });

  it('a failover that lost top-ups resumes once they are known again', async () => {
    const ada = await newOwner();
    await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
    const topupId = newId();
    await pay(await makeCheckout(topupId, 23_00, { account: ada.accountId, amount: '2300' }));
    await run('watch-installation');
    expect(await db.global((tx) => findHold(tx, {}))).toBeUndefined();
    await settle();
    expect(await balance(ada)).toBe(23_00);
  });
});

describe('checkouts that cannot be matched', () => {
  const good = (home: WorkplaceScope, amount: number) => ({
    account: home.accountId,
    workspace: home.workplaceId,
    amount: String(amount),
  });

  it.each<{ name: string; why: RegExp; make(home: WorkplaceScope, topupId: string): Promise<string> }>([
    {
      name: 'the account is gone',
      why: /the account [0-9a-f-]{36} does not exist here/,
      make: (home, id) => makeCheckout(id, 50_00, { ...good(home, 50_00), account: newId() }),
    },
    {
      name: 'another amount was paid',
      why: /50\.00 USD.*the amount is not the one that was asked for/,
      make: (home, id) => makeCheckout(id, 50_00, good(home, 500_00)),
    },
    {
      name: 'another currency was paid',
      why: /the currency is EUR, not USD/,
      make: (home, id) => makeCheckout(id, 50_00, good(home, 50_00), 'EUR'),
    },
    {
      name: 'it was made by a version without labels',
      why: /does not name an account/,
      make: (_home, id) => makeCheckout(id, 50_00, {}),
    },
    {
      name: 'a part was refunded',
      why: /10\.00 USD of it was refunded/,
      async make(home, id) {
        const ref = await makeCheckout(id, 50_00, good(home, 50_00));
        await pay(ref);
        await sandbox.post(`/stripe/setup/refund/${ref}`, { amount: 10_00 });
        return ref;
      },
    },
    {
      name: 'the top-up belongs to another account',
      why: /belongs to another account here/,
      async make(home, _id) {
        const { topup_id: topupId } = await request(await newOwner(), 50_00);
        await db.global((tx) => tx.run(sql`delete from test_job`));
        return makeCheckout(topupId, 50_00, good(home, 50_00));
      },
    },
    {
      name: 'the top-up was settled by another checkout',
      why: /is paid here with another checkout/,
      async make(home, _id) {
        const { ref, topupId } = await begin(home, 50_00);
        await pay(ref);
        await checkOpen();
        await sandbox.post('/stripe/setup/forget-keys', {});
        return makeCheckout(topupId, 50_00, good(home, 50_00));
      },
    },
  ])('$name: nothing is booked, and it waits for a person', async ({ make, why }) => {
    const home = await newOwner();
    const ref = await make(home, newId());
    const booked = await balance(home);
    await pay(ref);
    await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
    const found = await Promise.all([1, 2].map(() => checkRestoredTopups(deps, signal)));
    expect(found).toContainEqual({ recovered: 0, unmatched: 1, unasked: 0 });
    expect(logged).toEqual([expect.stringMatching(why)]);
    await run('watch-installation');
    expect(await db.global((tx) => findHold(tx, {}))).toMatchObject({ reason: 'server_changed' });

    // Its job fails with the reason, which is what operators see, until the money was given back.
    const waiting = await jobs.waiting();
    expect(waiting).toMatchObject([{ name: 'recover-topup', payload: { mode: 'sandbox', providerRef: ref } }]);
    const errors = await settle();
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringMatching(why) })]);
    expect(await balance(home)).toBe(booked);
    await sandbox.post(`/stripe/setup/refund/${ref}`, {});
    expect(await settle()).toEqual([]);
    expect(await jobs.waiting()).toEqual([]);
    expect(await balance(home)).toBe(booked);
  });

  it('are read again while nobody has paid them', async () => {
    const home = await newOwner();
    await makeCheckout(newId(), 50_00, {});
    await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
    await checkRestoredTopups(deps, signal);
    expect(await settle()).toMatchObject([{ name: 'Later' }]);
    await sandbox.advance(25 * 3_600_000);
    await until('the end of the checkout', async () => {
      await settle();
      return (await jobs.waiting()).length === 0;
    });
    expect(await balance(home)).toBe(0);
  });

  it('wait for a person where the reference is not an id', async () => {
    const home = await newOwner();
    await db.global((tx) => holdAfterRestore(tx, 'server_changed'));
    await pay(await makeCheckout('not-an-id', 50_00, good(home, 50_00)));
    expect(await checkRestoredTopups(deps, signal)).toMatchObject({ recovered: 0, unmatched: 1 });
    expect(await balance(home)).toBe(0);
  });
});
