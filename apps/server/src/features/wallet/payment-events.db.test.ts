import { newId } from '@quayside/kernel';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { walletWorld } from '../../testing/fakes/wallet-world.ts';
import { countEventsForReview, emptyOldBodies } from './payment-event-repo.ts';

const db = await testDatabase();
const world = await walletWorld(db);
afterAll(() => world.close());

beforeEach(async () => {
  await world.sandbox.clearFaults();
  await db.global(async (tx) => {
    await tx.run(sql`delete from test_job`);
    await tx.run(sql`delete from payment_event`);
  });
});

const completed = (ref: string, id?: string) => ({
  type: 'checkout.session.completed',
  object: { object: 'checkout.session', id: ref },
  ...(id ? { id } : {}),
});

async function paidTopup(amount: number) {
  const home = await world.owner();
  const topup = await world.begin(home, amount);
  await world.pay(topup.ref);
  return { home, ...topup };
}

it('an event is stored before it is worked, once however often it is delivered', async () => {
  const { home, ref, topupId } = await paidTopup(20_00);
  const id = `evt_${newId()}`;
  const answers = await Promise.all([1, 2, 3].map(() => world.deliver(completed(ref, id))));
  expect(answers).toEqual([200, 200, 200]);
  const stored = await world.events();
  expect(stored).toMatchObject([{ event_id: id, state: 'received', body: expect.stringContaining(ref) }]);
  expect(await world.jobs.waiting()).toHaveLength(1);
  expect(await world.wallet(home)).toMatchObject({ topup: 0 });

  expect(await world.drain()).toEqual([]);
  expect(await world.events()).toMatchObject([{ state: 'worked', topup_id: topupId }]);
  expect(await world.wallet(home)).toMatchObject({ topup: 20_00 });

  // Sent again much later, under its own id and under another.
  await world.deliver(completed(ref, id));
  expect(await world.jobs.waiting()).toEqual([]);
  await world.deliver(completed(ref));
  await world.drain();
  expect(await world.wallet(home)).toMatchObject({ topup: 20_00 });
});

it('an event survives a provider that cannot be asked, and is worked once it answers', async () => {
  const { home, ref } = await paidTopup(20_00);
  await world.sandbox.fault({ standIn: 'stripe', match: 'GET /stripe/v1', kind: 'status-503', times: 1 });
  await world.deliver(completed(ref));
  expect(await world.drain()).toHaveLength(1);
  expect(await world.events()).toMatchObject([{ state: 'received', reason: null }]);
  expect(await world.drain()).toEqual([]);
  expect(await world.events()).toMatchObject([{ state: 'worked' }]);
  expect(await world.wallet(home)).toMatchObject({ topup: 20_00 });
});

it('an event of a checkout that the provider does not know is set aside, tried again, and kept when the tries end', async () => {
  await world.deliver(completed('cs_test_nobody'));
  for (let tries = 0; tries < 8; tries += 1) {
    expect(await world.drain()).toHaveLength(1);
    expect(await world.events()).toMatchObject([{ state: 'set_aside', reason: expect.stringContaining('No such') }]);
  }
  expect(await world.jobs.waiting()).toEqual([]);
  expect(await countEventsForReview(db)).toBe(1);
  await db.global((tx) => tx.run(sql`update payment_event set received_at = now() - interval '400 days'`));
  await db.global(emptyOldBodies);
  expect(await world.events()).toMatchObject([{ body: expect.stringContaining('cs_test_nobody') }]);
});

it('an event whose top-up is unknown here at first is worked when the top-up is known', async () => {
  const { home, ref, topupId } = await paidTopup(20_00);
  const forget = (open: boolean) =>
    db.global((tx) =>
      open
        ? tx.run(sql`update topup_directory set provider_ref = ${ref} where topup_id = ${topupId}`)
        : tx.run(sql`update topup_directory set provider_ref = 'another' where topup_id = ${topupId}`),
    );
  await forget(false);
  await db.tenant(home, (tx) =>
    tx.run(sql`update topup set provider_ref = 'another' where account_id = ${home.accountId}`),
  );
  await world.deliver(completed(ref));
  expect(await world.drain()).toHaveLength(1);
  expect(await world.events()).toMatchObject([
    { state: 'set_aside', reason: expect.stringContaining('the top-up is open here with another checkout') },
  ]);
  expect(await world.wallet(home)).toMatchObject({ topup: 0 });
  await forget(true);
  await db.tenant(home, (tx) =>
    tx.run(sql`update topup set provider_ref = ${ref} where account_id = ${home.accountId}`),
  );
  expect(await world.drain()).toEqual([]);
  expect(await world.events()).toMatchObject([{ state: 'worked', reason: null, topup_id: topupId }]);
  expect(await world.wallet(home)).toMatchObject({ topup: 20_00 });
});

it('an event about a payment finds its top-up by asking the provider', async () => {
  const { home, ref, topupId } = await paidTopup(20_00);
  const truth = await world.deps.connectors.payments.stripe?.getTopup(world.context(), ref);
  const object = { object: 'charge', id: 'ch_1', payment_intent: truth?.paymentRef };
  await world.deliver({ type: 'charge.refunded', object });
  expect(await world.drain()).toEqual([]);
  expect(await world.events()).toMatchObject([{ state: 'worked', topup_id: topupId }]);
  expect(await world.wallet(home)).toMatchObject({ topup: 20_00 });
});

it('events of no concern are stored and lead to nothing; their bodies are emptied in time', async () => {
  await world.deliver({ type: 'customer.created', object: { object: 'customer', id: 'cus_1' } });
  expect(await world.jobs.waiting()).toEqual([]);
  expect(await world.events()).toMatchObject([{ state: 'ignored', body: expect.stringContaining('cus_1') }]);
  await db.global((tx) => tx.run(sql`update payment_event set received_at = now() - interval '31 days'`));
  await db.global(emptyOldBodies);
  expect(await world.events()).toMatchObject([{ state: 'ignored', body: null }]);
});
