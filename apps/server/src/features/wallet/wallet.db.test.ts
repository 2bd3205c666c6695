import type { PaymentConnector, TopupState } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeManifest } from '@quayside/testing/fakes/fake-manifest.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Executor, WorkplaceScope } from '../../db/index.ts';
import { sql, withClient } from '../../db/index.ts';
import type { Who } from '../../http/who.ts';
import { overlap, testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { checkDueTopups, checkTopup } from './actions/advance-topup.ts';
import { beginTopup } from './actions/begin-topup.ts';
import { giveBonus, type Hold, refund, release, reserve, settle } from './actions/move-money.ts';
import { dailyFlow, findDrift, listPostings, lockWallet, readWallet } from './repo.ts';
import { findTopup, setTopup } from './topup-repo.ts';

const db = await testDatabase();
/** The provider's answers; a checkout is what it was asked for until a test says otherwise. */
let checkout: Partial<TopupState> = {};
const stripe: PaymentConnector = {
  ...fakeManifest('stripe', 'Stripe'),
  keyLivesMs: 0,
  createTopup: () => Promise.reject(new Error('no checkout is made here')),
  async getTopup(_ctx, providerRef) {
    return {
      providerRef,
      reference: providerRef.slice(3),
      state: 'paid',
      amount: money(2_500, 'USD'),
      refunded: money(0, 'USD'),
      labels: {},
      createdAt: new Date().toISOString(),
      ...checkout,
    };
  },
  findTopup: async () => undefined,
  listTopups: async () => ({ items: [] }),
  listDisputes: async () => [],
  listClaimedPayments: async () => [],
  verifyWebhook: () => {
    throw new Error('no webhooks here');
  },
};
const { deps, jobs, person } = await fakeWorld(db, { payments: [stripe] });

let scope: WorkplaceScope;
let next = 0;
beforeEach(async () => {
  scope = await person();
  checkout = {};
});

const tenant = <T>(fn: (tx: Executor) => Promise<T>): Promise<T> => db.tenant(scope, fn);
const usd = (amount: number) => money(amount, 'USD');
const short = (amount: number) => ({ short: usd(amount), frozen: usd(0), debt: usd(0) });
const hold = (change: Partial<Hold> = {}): Hold => ({
  accountId: scope.accountId,
  mode: 'sandbox',
  key: `payment ${next++}`,
  reference: {},
  ...change,
});
const give = (amount: number, key: string = newId(), mode: 'sandbox' | 'live' = 'sandbox') =>
  tenant((tx) => giveBonus(tx, { accountId: scope.accountId, mode, key, amount }));
const wallet = async (mode: 'sandbox' | 'live' = 'sandbox') => {
  const row = await db.read(scope, (ex) => readWallet(ex, scope.accountId, mode));
  return { free: (row?.topup ?? 0) + (row?.bonus ?? 0), reserved: row?.reserved ?? 0 };
};
const drift = () => db.read(scope, (ex) => findDrift(ex, scope.accountId));
/** A hold of an amount that the wallet has. */
async function held(amount: number): Promise<Hold> {
  const one = hold();
  expect(await tenant((tx) => reserve(tx, { ...one, amount: usd(amount) }))).toBe('reserved');
  return one;
}
const pay = (one: Hold, amount: number) => tenant((tx) => settle(tx, { ...one, actual: usd(amount), supplier: 'cj' }));

describe('money that is set aside', () => {
  beforeEach(() => give(1_000));

  it('is set aside once for a payment, however often it is asked for', async () => {
    const one = await held(400);
    expect(await tenant((tx) => reserve(tx, { ...one, amount: usd(400) }))).toBe('reserved');
    expect(await wallet()).toEqual({ free: 600, reserved: 400 });
    expect(await drift()).toEqual([]);
  });

  it.each(['before', 'after'])('is not spent by two payments that meet %s one of them moved money', async (when) => {
    const [one, other] = [hold(), hold()];
    const both = await overlap(
      db,
      (meet) =>
        tenant(async (tx) => {
          await lockWallet(tx, scope.accountId, 'sandbox');
          if (when === 'before') await meet();
          const answer = await reserve(tx, { ...one, amount: usd(800) });
          if (when === 'after') await meet();
          return answer;
        }),
      () => tenant((tx) => reserve(tx, { ...other, amount: usd(800) })),
    );
    expect(both).toEqual({ first: 'reserved', second: short(600), waited: true });
    expect(await wallet()).toEqual({ free: 200, reserved: 800 });
  });

  it('never pays in the other mode', async () => {
    expect(await tenant((tx) => reserve(tx, { ...hold({ mode: 'live' }), amount: usd(400) }))).toEqual(short(400));
    expect(await wallet()).toEqual({ free: 1_000, reserved: 0 });
  });

  it('is spent once, and what a payment did not need is free again', async () => {
    const one = await held(400);
    await pay(one, 350);
    await pay(one, 350);
    expect(await wallet()).toEqual({ free: 650, reserved: 0 });
    expect(await drift()).toEqual([]);
  });

  it('pays no more than was set aside', async () => {
    const one = await held(400);
    await expect(pay(one, 401)).rejects.toThrow('exceeds its hold');
    expect(await wallet()).toEqual({ free: 600, reserved: 400 });
  });

  it('is put back once', async () => {
    const one = await held(400);
    for (const _time of [1, 2]) await tenant((tx) => release(tx, one));
    expect(await wallet()).toEqual({ free: 1_000, reserved: 0 });
    expect(await drift()).toEqual([]);
  });

  it('is not spent after it was put back, nor put back after it was spent', async () => {
    // Another hold keeps enough in reserve for a second posting to be possible.
    await held(500);
    const back = await held(200);
    await tenant((tx) => release(tx, back));
    await expect(pay(back, 200)).rejects.toThrow('was already released');
    const spent = await held(200);
    await pay(spent, 200);
    await expect(tenant((tx) => release(tx, spent))).rejects.toThrow('was already captured');
    expect(await wallet()).toEqual({ free: 300, reserved: 500 });
  });
});

describe('money that comes back', () => {
  it('is booked once for each refund of a payment', async () => {
    await give(1_000);
    const one = await held(400);
    await pay(one, 400);
    const back = (part: string, amount: number) =>
      tenant((tx) => refund(tx, scope, { ...one, part, amount: usd(amount), supplier: 'cj' }));
    await back('first', 100);
    await back('first', 100);
    await back('second', 50);
    expect(await wallet()).toEqual({ free: 750, reserved: 0 });
    expect(await drift()).toEqual([]);
  });

  it('as a bonus is booked once under its key', async () => {
    await give(300, 'welcome');
    await give(300, 'welcome');
    expect(await wallet()).toEqual({ free: 300, reserved: 0 });
  });
});

describe('the books', () => {
  it.each([
    ['above', 1],
    ['below', -1],
  ])('show a balance that is %s its ledger', async (_where, by) => {
    await give(1_000);
    expect(await drift()).toEqual([]);
    await withClient(db.superuserUrl, 'test', (admin) =>
      admin.query('update wallet set bonus = bonus + $2 where account_id = $1', [scope.accountId, by]),
    );
    expect(await drift()).toEqual([
      { mode: 'sandbox', ledger_account: 'wallet:bonus', kept: 1_000 + by, ledger: 1_000 },
    ]);
  });

  it('are read page by page without a gap or a repetition, one mode at a time', async () => {
    for (let n = 1; n <= 5; n += 1) await give(n * 100);
    await give(700, newId(), 'live');
    const read: number[] = [];
    let before: string | undefined;
    for (;;) {
      const after = before;
      const page = await db.read(scope, (ex) => listPostings(ex, scope.accountId, 'sandbox', ['bonus'], after, 2));
      read.push(...page.map((row) => row.entries.find((one) => one.account === 'wallet:bonus')?.amount ?? 0));
      before = page.at(-1)?.posting_id;
      if (page.length < 2 || read.length > 20) break;
    }
    expect(read).toEqual([500, 400, 300, 200, 100]);
  });
});

describe('a top-up', () => {
  async function begun() {
    await tenant((tx) =>
      tx.run(
        sql`insert into wallet (account_id, mode, policy_accepted_at) values (${scope.accountId}, 'sandbox', now())`,
      ),
    );
    const who = { scope, workplaceId: scope.workplaceId } as Who;
    const row = await beginTopup(deps, who, 'sandbox', { amount: 2_500, idempotency_key: newId() });
    return { accountId: scope.accountId, workplaceId: scope.workplaceId, topupId: row.topup_id };
  }
  /** Its checkout was made. */
  const request = ({ topupId }: Awaited<ReturnType<typeof begun>>) =>
    tenant((tx) => setTopup(tx, scope.accountId, topupId, { state: 'open', providerRef: `cs-${topupId}` }));
  const stateOf = async (topupId: string) =>
    (await db.read(scope, (ex) => findTopup(ex, scope.accountId, topupId)))?.state;

  it('fills the wallet once, however often the provider is asked', async () => {
    const ref = await begun();
    await request(ref);
    await Promise.all([checkTopup(deps, ref), checkTopup(deps, ref)]);
    await checkTopup(deps, ref);
    expect(await wallet()).toEqual({ free: 2_500, reserved: 0 });
    expect(await stateOf(ref.topupId)).toBe('paid');
  });

  it.each<[string, Partial<TopupState>, string | undefined, string]>([
    ['was not paid in time', { state: 'expired' }, undefined, 'expired'],
    ['is not paid yet', { state: 'open' }, undefined, 'open'],
    ['was paid in another currency', { amount: money(2_500, 'EUR') }, 'not in USD', 'open'],
    ['is another one', { reference: 'another' }, 'different top-up', 'open'],
  ])('fills nothing where the checkout %s', async (_what, change, error, state) => {
    const ref = await begun();
    await request(ref);
    checkout = change;
    if (error === undefined) await checkTopup(deps, ref);
    else await expect(checkTopup(deps, ref)).rejects.toThrow(error);
    expect(await wallet()).toEqual({ free: 0, reserved: 0 });
    expect(await stateOf(ref.topupId)).toBe(state);
  });

  /** The checkout was requested so many hours ago and is due; returns what the next round of checks leaves behind. */
  async function checkAfter(hours: number) {
    const ref = await begun();
    await request(ref);
    await tenant((tx) =>
      tx.run(sql`update topup set created_at = created_at - make_interval(hours => ${hours})
        where account_id = ${scope.accountId} and topup_id = ${ref.topupId}`),
    );
    await db.global((tx) =>
      tx.run(sql`update topup_directory set next_check_at = now() where topup_id = ${ref.topupId}`),
    );
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await checkDueTopups(deps);
    const directory = await db.global((tx) =>
      tx.first<{ open: boolean; minutes: number }>(sql`select open,
          round(extract(epoch from next_check_at - now()) / 60)::int as minutes
        from topup_directory where topup_id = ${ref.topupId}`),
    );
    const row = await db.read(scope, (ex) => findTopup(ex, scope.accountId, ref.topupId));
    const checks = (await jobs.waiting()).filter(({ payload }) => JSON.stringify(payload).includes(ref.topupId));
    return { open: directory?.open, minutes: directory?.minutes, errorKey: row?.error_key, checks: checks.length };
  }

  it.each([
    [1, 5],
    [3, 30],
    [72, 360],
  ])('that has been open for %i hours is checked again after %i minutes', async (hours, minutes) => {
    expect(await checkAfter(hours)).toEqual({ open: true, minutes, errorKey: null, checks: 1 });
  });

  it('that has been open for eight days is given up', async () => {
    expect(await checkAfter(8 * 24)).toMatchObject({ open: false, errorKey: 'PAYMENT_PROVIDER_DOWN', checks: 0 });
  });
});

// The two zones are 25 hours apart, so it is never the same day in both.
it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'shows what moved today on the day that it is in %s',
  async (zone) => {
    await tenant(async (tx) => {
      await tx.run(sql`update workplace set settings = jsonb_build_object('time_zone', ${zone}::text)
      where workplace_id = ${scope.workplaceId}`);
      await giveBonus(tx, { accountId: scope.accountId, mode: 'sandbox', key: `bonus ${next++}`, amount: 500 });
    });
    const days = await db.read(scope, (ex) => dailyFlow(ex, scope, 'sandbox', 7));
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date());
    expect(days).toHaveLength(7);
    expect(days.at(-1)).toEqual({ day: today, added: 500, spent: 0 });
  },
);
