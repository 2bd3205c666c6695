import { money, newId } from '@quayside/kernel';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeClock } from '../../testing/fakes/fake-deps.ts';
import { walletWorld } from '../../testing/fakes/wallet-world.ts';
import { checkClaims } from './actions/check-claims.ts';
import { findClaims } from './actions/find-claims.ts';
import { giveBonus, type Hold, refund, release, reserve, settle } from './index.ts';
import { findDrift } from './repo.ts';

interface Paid {
  home: WorkplaceScope;
  topupId: string;
  ref: string;
  payment: string;
}

const db = await testDatabase();
const world = await walletWorld(db);
afterAll(() => world.close());

const homes: WorkplaceScope[] = [];
beforeEach(() => db.global((tx) => tx.run(sql`delete from test_job`)));
afterEach(async () => {
  for (const home of homes.splice(0)) await booksAreRight(home);
});

const usd = (cents: number) => money(cents, 'USD');

/** Every posting sums to zero (a constraint), the kept balances are the ledger's, and the fate of all money is known. */
async function booksAreRight({ accountId }: WorkplaceScope): Promise<void> {
  expect(await db.read({ accountId }, (ex) => findDrift(ex, accountId))).toEqual([]);
  const sums = await db.read({ accountId }, (ex) =>
    ex.rows<{ sum: number }>(
      sql`select coalesce(sum(amount), 0)::bigint as sum from ledger_entry where account_id = ${accountId}`,
    ),
  );
  expect(sums).toEqual([{ sum: 0 }]);
}

async function topUp(home: WorkplaceScope, amount: number): Promise<Paid> {
  const { ref, topupId } = await world.begin(home, amount);
  await world.pay(ref);
  await tell(ref, 'checkout.session.completed');
  const truth = await world.deps.connectors.payments.stripe?.getTopup(world.context(), ref);
  return { home, topupId, ref, payment: truth?.paymentRef ?? '' };
}

async function paidTopup(amount: number): Promise<Paid> {
  const home = await world.owner();
  homes.push(home);
  return topUp(home, amount);
}

async function tell(ref: string, type: string): Promise<void> {
  expect(await world.deliver({ type, object: { object: 'checkout.session', id: ref } })).toBe(200);
  expect(await world.drain()).toEqual([]);
}

/** What happens at the provider, without its webhook. */
const at = {
  dispute: ({ ref }: Paid, how: { amount?: number; inquiry?: boolean } = {}) =>
    world.sandbox.post(`/stripe/setup/dispute/${ref}`, how),
  decide: ({ ref }: Paid, outcome: 'won' | 'lost') => world.sandbox.post(`/stripe/setup/decide/${ref}`, { outcome }),
  refund: ({ ref }: Paid, amount?: number) =>
    world.sandbox.post(`/stripe/setup/refund/${ref}`, amount === undefined ? {} : { amount }),
  failRefund: ({ ref }: Paid) => world.sandbox.post(`/stripe/setup/fail-refund/${ref}`, {}),
};

/** A webhook of the provider arrives and is worked. */
async function webhook({ payment }: Paid, type: string, object: string): Promise<void> {
  expect(await world.deliver({ type, object: { object, payment_intent: payment } })).toBe(200);
  expect(await world.drain()).toEqual([]);
}
const disputeWebhook = (paid: Paid, what: 'created' | 'updated' | 'closed') =>
  webhook(paid, `charge.dispute.${what}`, 'dispute');

const hold = (home: WorkplaceScope, key: string = newId()): Hold => ({ ...home, mode: 'sandbox', key, reference: {} });
const spend = (home: WorkplaceScope, amount: number, key?: string) =>
  db.tenant(home, async (tx) => {
    const one = hold(home, key);
    expect(await reserve(tx, { ...one, amount: usd(amount) })).toBe('reserved');
    await settle(tx, { ...one, actual: usd(amount), supplier: 'quayside' });
    return one;
  });
const kinds = ({ accountId }: WorkplaceScope) =>
  db.read({ accountId }, async (ex) =>
    (
      await ex.rows<{ kind: string }>(
        sql`select kind from ledger_posting where account_id = ${accountId} order by posting_id`,
      )
    ).map((row) => row.kind),
  );

it('a disputed top-up is frozen, cannot be spent, and is released when the dispute is won', async () => {
  const paid = await paidTopup(50_00);
  await at.dispute(paid);
  await disputeWebhook(paid, 'created');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, frozen: 50_00, debt: 0 });
  const refused = await db.tenant(paid.home, (tx) => reserve(tx, { ...hold(paid.home), amount: usd(1_00) }));
  expect(refused).toEqual({ short: usd(1_00), frozen: usd(50_00), debt: usd(0) });
  expect(await notices(paid.home)).toEqual([
    ['topped_up', '50.00 USD'],
    ['topup_disputed', '50.00 USD'],
  ]);
  await at.decide(paid, 'won');
  await disputeWebhook(paid, 'closed');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 50_00, frozen: 0, debt: 0 });
  expect(await kinds(paid.home)).toEqual(['topup', 'freeze', 'unfreeze']);
});

it('a lost dispute takes the frozen money, once however often and in which order its events come', async () => {
  const paid = await paidTopup(50_00);
  await at.dispute(paid, { inquiry: true });
  await at.decide(paid, 'won');
  await at.dispute(paid, { amount: 30_00 });
  await disputeWebhook(paid, 'closed');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 20_00, frozen: 30_00 });
  await at.decide(paid, 'lost');
  for (const what of ['closed', 'created', 'updated', 'closed'] as const) await disputeWebhook(paid, what);
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 20_00, frozen: 0, debt: 0 });
  expect(await kinds(paid.home)).toEqual(['topup', 'freeze', 'take_back']);
});

it('what was spent already becomes a debt, which the next money pays first', async () => {
  const paid = await paidTopup(50_00);
  const bought = await spend(paid.home, 40_00);
  await at.dispute(paid);
  await disputeWebhook(paid, 'created');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, frozen: 50_00, debt: 40_00 });

  await db.tenant(paid.home, (tx) =>
    refund(tx, paid.home, { ...bought, amount: usd(15_00), supplier: 'quayside', part: 'r1' }),
  );
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, debt: 25_00 });
  const gift = { accountId: paid.home.accountId, mode: 'sandbox' as const, key: newId(), amount: 10_00 };
  await db.tenant(paid.home, (tx) => giveBonus(tx, gift));
  const refused = await db.tenant(paid.home, (tx) => reserve(tx, { ...hold(paid.home), amount: usd(1_00) }));
  expect(refused).toMatchObject({ short: usd(1_00), debt: usd(25_00) });

  await topUp(paid.home, 100_00);
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 75_00, bonus: 10_00, frozen: 50_00, debt: 0 });
  await at.decide(paid, 'lost');
  await disputeWebhook(paid, 'closed');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 75_00, bonus: 10_00, frozen: 0, debt: 0 });
});

it('winning a dispute pays the debt that it made', async () => {
  const paid = await paidTopup(50_00);
  await spend(paid.home, 40_00);
  await at.dispute(paid);
  await disputeWebhook(paid, 'created');
  await at.decide(paid, 'won');
  await disputeWebhook(paid, 'closed');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 10_00, frozen: 0, debt: 0 });
  expect(await kinds(paid.home)).toEqual(['topup', 'reserve', 'settle', 'freeze', 'unfreeze', 'repay']);
});

it('a refunded top-up takes its money back, and a refund that fails returns it', async () => {
  const paid = await paidTopup(50_00);
  await at.refund(paid, 20_00);
  await webhook(paid, 'charge.refunded', 'charge');
  await webhook(paid, 'refund.updated', 'refund');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 30_00, frozen: 0, debt: 0 });
  await at.refund(paid);
  await webhook(paid, 'charge.refunded', 'charge');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, debt: 0 });
  await at.failRefund(paid);
  await webhook(paid, 'refund.failed', 'refund');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 50_00, debt: 0 });
});

it('a disputed top-up that is refunded is taken once, not twice', async () => {
  const paid = await paidTopup(50_00);
  await at.dispute(paid, { inquiry: true });
  await disputeWebhook(paid, 'created');
  await at.refund(paid);
  await webhook(paid, 'charge.refunded', 'charge');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, frozen: 0, debt: 0 });
  await at.decide(paid, 'lost');
  await disputeWebhook(paid, 'closed');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, frozen: 0, debt: 0 });
});

it('a top-up that was refunded in part before it was booked is booked with what is left', async () => {
  const home = await world.owner();
  homes.push(home);
  const { ref } = await world.begin(home, 50_00);
  await world.pay(ref);
  await world.sandbox.post(`/stripe/setup/refund/${ref}`, { amount: 20_00 });
  await tell(ref, 'checkout.session.completed');
  expect(await world.wallet(home)).toMatchObject({ topup: 30_00, debt: 0 });
});

it('money in a payment under way is not taken; what comes back of it pays the debt', async () => {
  const paid = await paidTopup(50_00);
  const one = hold(paid.home);
  await db.tenant(paid.home, (tx) => reserve(tx, { ...one, amount: usd(40_00) }));
  await at.refund(paid);
  await webhook(paid, 'charge.refunded', 'charge');
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, reserved: 40_00, debt: 40_00 });
  await db.tenant(paid.home, (tx) => release(tx, one));
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 0, reserved: 0, debt: 0 });
});

it('the outcome of a dispute whose webhook was lost is found by the hourly check', async () => {
  const paid = await paidTopup(50_00);
  await at.dispute(paid);
  await disputeWebhook(paid, 'created');
  await at.decide(paid, 'won');
  await world.run('check-disputes');
  expect(await world.drain()).toEqual([]);
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 50_00, frozen: 0 });
});

it('a dispute and a refund of which no webhook came at all are found by the hourly check, and booked once', async () => {
  const disputed = await paidTopup(50_00);
  const refunded = await paidTopup(30_00);
  const untouched = await paidTopup(20_00);
  await at.dispute(disputed);
  await at.refund(refunded, 10_00);
  for (const _hour of [1, 2]) {
    await world.run('check-disputes');
    expect(await world.drain()).toEqual([]);
    expect(await world.wallet(disputed.home)).toMatchObject({ topup: 0, frozen: 50_00 });
    expect(await world.wallet(refunded.home)).toMatchObject({ topup: 20_00 });
  }
  expect(await kinds(refunded.home)).toEqual(['topup', 'take_back']);
  expect(await kinds(untouched.home)).toEqual(['topup']);
});

it('payments of the same account that are no top-ups stop no search', async () => {
  const refunded = await paidTopup(30_00);
  await at.refund(refunded, 10_00);
  const connector = world.deps.connectors.payments.stripe;
  if (!connector) throw new Error('no connector');
  const stripe = {
    ...connector,
    listClaimedPayments: async (...args: Parameters<typeof connector.listClaimedPayments>) => [
      'pi_of_something_else',
      ...(await connector.listClaimedPayments(...args)),
    ],
  };
  await findClaims({ ...world.deps, connectors: { ...world.deps.connectors, payments: { stripe } } }, 'sandbox');
  expect(await world.drain()).toEqual([]);
  expect(await world.wallet(refunded.home)).toMatchObject({ topup: 20_00 });
});

it('a dispute and a refund are found by the hourly check after an absence of almost seven days', async () => {
  const disputed = await paidTopup(50_00);
  const refunded = await paidTopup(30_00);
  await at.dispute(disputed);
  await at.refund(refunded, 10_00);
  const clock = fakeClock();
  clock.pass(7 * 24 * 3_600_000 - 60_000);
  await findClaims({ ...world.deps, clock }, 'sandbox');
  expect(await world.drain()).toEqual([]);
  expect(await world.wallet(disputed.home)).toMatchObject({ topup: 0, frozen: 50_00 });
  expect(await world.wallet(refunded.home)).toMatchObject({ topup: 20_00 });
});

it('an older reading of the provider is never booked over a newer one', async () => {
  const paid = await paidTopup(50_00);
  await at.dispute(paid);
  const ref = { accountId: paid.home.accountId, topupId: paid.topupId };
  const connector = world.deps.connectors.payments.stripe;
  if (!connector) throw new Error('no connector');
  let isSlow = true;
  const slow: Deps = {
    ...world.deps,
    connectors: {
      ...world.deps.connectors,
      payments: {
        stripe: {
          ...connector,
          async listDisputes(ctx, payment) {
            const found = await connector.listDisputes(ctx, payment);
            if (!isSlow) return found;
            isSlow = false;
            // The dispute is won, and another worker has booked that, before this reading arrives.
            await at.decide(paid, 'won');
            await checkClaims(world.deps, ref);
            return found;
          },
        },
      },
    },
  };
  await checkClaims(slow, ref);
  expect(await world.wallet(paid.home)).toMatchObject({ topup: 50_00, frozen: 0 });
  expect(await kinds(paid.home)).toEqual(['topup']);
});

it('a payment for a top-up that ended unpaid here is set aside, not lost', async () => {
  const home = await world.owner();
  homes.push(home);
  const { ref, topupId } = await world.begin(home, 50_00);
  await world.pay(ref);
  await db.tenant(home, (tx) =>
    tx.run(sql`update topup set state = 'expired' where account_id = ${home.accountId} and topup_id = ${topupId}`),
  );
  await db.global((tx) => tx.run(sql`delete from payment_event`));
  await world.deliver({ type: 'checkout.session.completed', object: { object: 'checkout.session', id: ref } });
  for (let tries = 0; tries < 8; tries += 1) await world.drain();
  expect(await world.events()).toMatchObject([
    { state: 'set_aside', reason: expect.stringContaining('is expired here, but the provider was paid') },
  ]);
});

it('what a payment did not need, and refunds, return to the buckets that paid', async () => {
  const { home } = await paidTopup(50_00);
  const gift = { accountId: home.accountId, mode: 'sandbox' as const, key: newId(), amount: 30_00 };
  await db.tenant(home, (tx) => giveBonus(tx, gift));
  const one = hold(home);
  const part = (amount: number, name: string) =>
    db.tenant(home, (tx) => refund(tx, home, { ...one, amount: usd(amount), supplier: 'quayside', part: name }));
  await db.tenant(home, async (tx) => {
    await reserve(tx, { ...one, amount: usd(40_00) });
    // 30 of bonus and 10 of top-up were set aside; 15 are not needed.
    await settle(tx, { ...one, actual: usd(25_00), supplier: 'quayside' });
  });
  expect(await world.wallet(home)).toMatchObject({ topup: 50_00, bonus: 5_00 });
  await part(10_00, 'a');
  await part(10_00, 'a');
  await part(15_00, 'b');
  expect(await world.wallet(home)).toMatchObject({ topup: 50_00, bonus: 30_00, reserved: 0 });

  const whole = await spend(home, 60_00);
  await db.tenant(home, (tx) => refund(tx, home, { ...whole, amount: usd(40_00), supplier: 'quayside', part: 'c' }));
  expect(await world.wallet(home)).toMatchObject({ topup: 50_00, bonus: 10_00 });
});

it('in any order of payments, refunds and disputes the books are right, and repeated events change nothing', async () => {
  const step = fc.constantFrom('dispute', 'inquire', 'win', 'lose', 'refund', 'fail', 'spend', 'return', 'topup');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.integer({ min: 1, max: 30 })), { minLength: 3, maxLength: 7 }),
      async (steps) => {
        const paid = await paidTopup(50_00);
        const bought: Hold[] = [];
        let booked = 50_00;
        let spent = 0;
        for (const [what, n] of steps) {
          if (what === 'dispute') await at.dispute(paid, { amount: n * 100 });
          if (what === 'inquire') await at.dispute(paid, { inquiry: true });
          if (what === 'win' || what === 'lose') await at.decide(paid, what === 'win' ? 'won' : 'lost');
          if (what === 'refund') await at.refund(paid, n * 100);
          if (what === 'fail') await at.failRefund(paid);
          if (what === 'topup') {
            await topUp(paid.home, 10_00);
            booked += 10_00;
          }
          if (what === 'spend') {
            const one = hold(paid.home);
            await db.tenant(paid.home, async (tx) => {
              if ((await reserve(tx, { ...one, amount: usd(n * 100) })) !== 'reserved') return;
              await settle(tx, { ...one, actual: usd(n * 90), supplier: 'quayside' });
              spent += n * 90;
              bought.push(one);
            });
          }
          if (what === 'return') {
            const one = bought.pop();
            if (one) {
              await db.tenant(paid.home, (tx) =>
                refund(tx, paid.home, { ...one, amount: usd(90), supplier: 'quayside', part: 'x' }),
              );
              spent -= 90;
            }
          }
          // Any event leads to the whole truth.
          if (n % 3 > 0) await disputeWebhook(paid, n % 2 ? 'created' : 'closed');
        }
        await disputeWebhook(paid, 'closed');
        const wallet = await world.wallet(paid.home);
        const claim = await claimOf(paid);
        expect(claim.taken + claim.frozen).toBeLessThanOrEqual(50_00);
        const { bonus = 0, debt = 0, frozen = 0, reserved = 0, topup = 0 } = wallet ?? {};
        expect(frozen).toBe(claim.frozen);
        expect(topup + bonus + reserved + frozen - debt).toBe(booked - spent - claim.taken);
        expect(Math.min(topup, bonus, reserved, frozen, debt)).toBeGreaterThanOrEqual(0);
        const postings = await kinds(paid.home);
        for (const what of ['created', 'updated', 'closed'] as const) await disputeWebhook(paid, what);
        expect(await world.wallet(paid.home)).toEqual(wallet);
        expect(await kinds(paid.home)).toEqual(postings);
        await booksAreRight(paid.home);
      },
    ),
    { numRuns: 6 },
  );
}, 240_000);

const notices = (home: WorkplaceScope) =>
  db.read(home, async (ex) =>
    (
      await ex.rows<{ kind: string; amount: string }>(
        sql`select kind, params->>'amount' as amount from notification_event where workplace_id = ${home.workplaceId} order by kind`,
      )
    ).map(({ amount, kind }) => [kind, amount]),
  );

async function claimOf({ home, topupId }: Paid): Promise<{ taken: number; frozen: number }> {
  const row = await db.read(home, (ex) =>
    ex.first<{ taken: number; frozen: number }>(
      sql`select taken, frozen from topup_claim where account_id = ${home.accountId} and topup_id = ${topupId}`,
    ),
  );
  return row ?? { taken: 0, frozen: 0 };
}
