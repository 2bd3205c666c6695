import type { ConnectorContext, PaymentConnector, TopupSession, TopupState } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receiving } from './loopback-receiver.ts';
import { type TestSandbox, until } from './sandbox-control.ts';
import { fails } from './supplier-world.ts';

export interface PaymentSetup {
  connector: PaymentConnector;
  sandbox: TestSandbox;
  standIn: string;
  context(): ConnectorContext;
  wrongKey(): ConnectorContext;
  /** Regular expressions on "METHOD path?query" for the faults. */
  calls: { create: string; read: string };
  webhookSecret: string;
  /** Directs the provider's webhooks to an address. */
  listen(address: string): Promise<void>;
  /** What the owner does on the provider's page; answers the address he is sent to. */
  press(session: TopupSession, button: 'pay' | 'cancel'): Promise<string>;
  /** All of it, or an amount in the smallest unit. */
  giveBack(session: TopupSession, amount?: number): Promise<void>;
  /** The payer's bank disputes a payment (all of it, or an amount), or only inquires. */
  dispute(session: TopupSession, how: { amount?: number; inquiry?: boolean }): Promise<void>;
  /** The bank decides the open disputes of a payment. */
  decide(session: TopupSession, outcome: 'won' | 'lost'): Promise<void>;
  /** Somebody else makes a checkout with the same account at the provider; returns what it is known by there. */
  makeForeign(reference: string): Promise<string>;
  /** How many checkouts a page of a list has at most. */
  pageSize: number;
  /** Longer than a checkout lives. */
  lifeMs: number;
  /** What the provider's own books say. */
  checkoutsInBooks(reference: string): Promise<number>;
  paidInBooks(providerRef: string): Promise<number[]>;
}

const SUCCESS = 'http://127.0.0.1:4000/app/setting/wallet?topup=1';
const CANCEL = 'http://127.0.0.1:4000/app/setting/wallet?topup=1&cancelled=1';

const input = (change: Partial<Parameters<PaymentConnector['createTopup']>[1]> = {}) => ({
  reference: newId(),
  amount: money(50_00, 'USD'),
  description: 'Quayside wallet',
  labels: { account: 'a-1', amount: '5000' },
  successUrl: SUCCESS,
  cancelUrl: CANCEL,
  ...change,
});

/** What every payment connector must do, run against its stand-in and judged by the provider's own books. */
export function paymentSuite(name: string, start: () => Promise<PaymentSetup>): void {
  describe(`payment provider ${name}`, () => {
    let world: PaymentSetup;
    beforeAll(async () => {
      world = await start();
    }, 60_000);
    afterEach(async () => world.sandbox.clearFaults());
    afterAll(async () => world?.sandbox.close());

    const create = (ask = input()) => world.connector.createTopup(world.context(), ask);
    const read = (session: TopupSession) => world.connector.getTopup(world.context(), session.providerRef);

    async function list(createdAfter: string, ctx = world.context()): Promise<TopupState[]> {
      const found: TopupState[] = [];
      let cursor: string | undefined;
      do {
        const page = await world.connector.listTopups(ctx, { createdAfter, ...(cursor ? { cursor } : {}) });
        found.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return found;
    }
    const EVER = '2020-01-01T00:00:00.000Z';

    it('lists checkouts with what they were made for, paid or not, and none of anybody else', async () => {
      const asks = [input(), input({ amount: money(700, 'JPY') }), input()];
      const sessions = [];
      for (const ask of asks) sessions.push(await create(ask));
      const [paid, , back] = sessions as [TopupSession, TopupSession, TopupSession];
      await world.press(paid, 'pay');
      await world.press(back, 'pay');
      await world.giveBack(back, 20_00);
      const foreign = [await world.makeForeign(newId()), await world.makeForeign(asks[0]?.reference ?? '')];
      const listed = await list(EVER);
      expect(listed.filter((one) => foreign.includes(one.providerRef))).toEqual([]);
      for (const [at, session] of sessions.entries()) {
        const one = listed.filter((other) => other.providerRef === session.providerRef);
        expect(one).toEqual([await read(session)]);
        expect(one[0]).toMatchObject({
          reference: asks[at]?.reference,
          labels: { account: 'a-1', amount: '5000' },
          amount: asks[at]?.amount,
          refunded: { amount: at === 2 ? 20_00 : 0 },
          state: at === 1 ? 'open' : 'paid',
        });
        if (at === 1) expect(one[0]?.confirmationUrl).toBe(session.confirmationUrl);
        expect(Number.isNaN(Date.parse(one[0]?.createdAt ?? ''))).toBe(false);
      }
    });

    it('lists what was made since a moment, each once over all pages', async () => {
      const old = await create();
      const { createdAt } = (await read(old)) as TopupState;
      await world.sandbox.advance(3_600_000);
      const since = new Date(Date.parse(createdAt) + 1_800_000).toISOString();
      const made: string[] = [];
      for (let n = 0; n < world.pageSize + 5; n += 1) made.push((await create()).providerRef);
      const page = await world.connector.listTopups(world.context(), { createdAfter: since });
      expect(page.items).toHaveLength(world.pageSize);
      expect(page.nextCursor).toBeDefined();
      const listed = (await list(since)).map((one) => one.providerRef);
      expect(listed.sort()).toEqual(made.sort());
      expect((await list(createdAt)).map((one) => one.providerRef)).toContain(old.providerRef);
    });

    it.each([
      ['status-503', /^temporary$/],
      ['status-429', /^rate-limited$/],
      ['malformed', /^(temporary|unexpected)$/],
      ['reset-after', /^temporary$/],
    ])('fails as a whole when a page cannot be read (%s), and can be asked again', async (kind, expected) => {
      const session = await create();
      await world.sandbox.fault({ standIn: world.standIn, match: world.calls.read, kind, times: 1 });
      await expect(list(EVER)).rejects.toMatchObject(fails(expected));
      expect((await list(EVER)).map((one) => one.providerRef)).toContain(session.providerRef);
    });

    it('opens a page to pay on, for the exact amount', async () => {
      for (const amount of [money(1, 'USD'), money(50_01, 'USD'), money(999_999, 'USD'), money(700, 'JPY')]) {
        const ask = input({ amount });
        const session = await create(ask);
        expect(session.confirmationUrl).toMatch(/^https?:/);
        expect(await read(session)).toMatchObject({ state: 'open', reference: ask.reference, amount });
      }
    });

    it('opens one page for one reference', async () => {
      const ask = input();
      const [first, second] = [await create(ask), await create(ask)];
      expect(second).toEqual(first);
      expect(await world.checkoutsInBooks(ask.reference)).toBe(1);
      const other = { ...ask, amount: money(60_00, 'USD') };
      await expect(create(other)).rejects.toMatchObject(fails('rejected', { code: 'already_exists' }));
    });

    it('is paid once, however often the button is pressed', async () => {
      const session = await create();
      expect(await world.press(session, 'pay')).toBe(SUCCESS);
      expect(await world.press(session, 'pay')).toBe(SUCCESS);
      expect(await read(session)).toMatchObject({
        state: 'paid',
        amount: money(50_00, 'USD'),
        paymentRef: expect.any(String),
      });
      expect(await world.paidInBooks(session.providerRef)).toEqual([50_00]);
    });

    it('stays open when the owner goes back, and ends unpaid after its time', async () => {
      const session = await create();
      expect(await world.press(session, 'cancel')).toBe(CANCEL);
      expect((await read(session))?.state).toBe('open');
      await world.sandbox.advance(world.lifeMs);
      await until('the end of the checkout', async () => (await read(session))?.state === 'expired');
      expect(await world.paidInBooks(session.providerRef)).toEqual([]);
    });

    it('tells when the money was given back', async () => {
      const session = await create();
      await world.press(session, 'pay');
      await world.giveBack(session);
      expect((await read(session))?.state).toBe('refunded');
    });

    it('tells the disputes of a payment and how each ended', async () => {
      const session = await create();
      await world.press(session, 'pay');
      const payment = (await read(session))?.paymentRef ?? '';
      const disputes = () => world.connector.listDisputes(world.context(), payment);
      expect(await disputes()).toEqual([]);
      await world.dispute(session, { inquiry: true });
      expect(await disputes()).toMatchObject([{ state: 'open', amount: money(50_00, 'USD') }]);
      await world.decide(session, 'won');
      await world.dispute(session, { amount: 20_00 });
      expect((await disputes()).map(({ amount, state }) => [state, amount.amount]).sort()).toEqual([
        ['open', 20_00],
        ['won', 50_00],
      ]);
      await world.decide(session, 'lost');
      expect((await disputes()).map((one) => one.state).sort()).toEqual(['lost', 'won']);
      expect(new Set((await disputes()).map((one) => one.ref)).size).toBe(2);
    });

    it('lists the payments that were refunded or disputed since a time, each once', async () => {
      const claimed = (createdAfter: string) => world.connector.listClaimedPayments(world.context(), { createdAfter });
      const payments: string[] = [];
      let createdAt = '';
      for (const happens of ['nothing', 'refund', 'dispute', 'both']) {
        const session = await create();
        await world.press(session, 'pay');
        const paid = await read(session);
        createdAt ||= paid?.createdAt ?? '';
        payments.push(paid?.paymentRef ?? '');
        if (happens === 'refund' || happens === 'both') await world.giveBack(session, 10_00);
        if (happens === 'dispute' || happens === 'both') await world.dispute(session, {});
      }
      const [untouched, ...changed] = payments;
      const found = await claimed(createdAt);
      expect(found).toEqual(expect.arrayContaining(changed));
      expect(found).not.toContain(untouched);
      expect(new Set(found).size).toBe(found.length);
      expect(await claimed(new Date(Date.parse(createdAt) + 3_600_000).toISOString())).toEqual([]);
    });

    it('tells of refunds and disputes by webhooks that lead to the checkout', async () => {
      await receiving(async (address, got) => {
        const session = await create();
        await world.press(session, 'pay');
        await world.listen(address);
        await world.dispute(session, {});
        await world.decide(session, 'won');
        await world.giveBack(session, 10_00);
        await until('three webhooks', async () => got[2]);
        const ids = new Set<string>();
        for (const raw of got) {
          const secrets = { webhookSecret: world.webhookSecret, now: Date.now() };
          const { eventId, subject } = world.connector.verifyWebhook(raw, secrets);
          ids.add(eventId);
          expect(subject && (await world.connector.findTopup(world.context(), subject))).toMatchObject({
            providerRef: session.providerRef,
          });
        }
        expect(ids.size).toBe(3);
      });
    });

    it('finds the checkout of a payment, and none of anybody else', async () => {
      const [session, other] = [await create(), await create()];
      await world.press(session, 'pay');
      await world.press(other, 'pay');
      const paid = (await read(session)) as TopupState;
      const find = (kind: 'checkout' | 'payment', ref: string) =>
        world.connector.findTopup(world.context(), { kind, ref });
      expect(await find('payment', paid.paymentRef ?? '')).toEqual(paid);
      expect(await find('checkout', session.providerRef)).toEqual(paid);
      expect(await find('checkout', await world.makeForeign(newId()))).toBeUndefined();
      await expect(find('payment', 'pi_nothing')).rejects.toMatchObject(fails('not-found'));
      await expect(find('checkout', 'cs_test_nothing')).rejects.toMatchObject(fails('not-found'));
    });

    it('knows nothing of a checkout that there is not', async () => {
      expect(await world.connector.getTopup(world.context(), 'cs_test_nothing')).toBeUndefined();
    });

    it('tells how much of the money was given back', async () => {
      const session = await create();
      await world.press(session, 'pay');
      expect(await read(session)).toMatchObject({ state: 'paid', refunded: money(0, 'USD') });
      await world.giveBack(session, 1_00);
      expect(await read(session)).toMatchObject({ state: 'paid', refunded: money(1_00, 'USD') });
    });

    it('refuses a wrong key', async () => {
      const { connector, wrongKey } = world;
      await expect(connector.createTopup(wrongKey(), input())).rejects.toMatchObject(fails('auth'));
      await expect(list('2026-01-01T00:00:00.000Z', wrongKey())).rejects.toMatchObject(fails('auth'));
    });

    it.each(['reset-after', 'status-500-after', 'malformed'])(
      'opens one page when the answer is lost (%s)',
      async (kind) => {
        const ask = input();
        await world.sandbox.fault({ standIn: world.standIn, match: world.calls.create, kind, times: 1 });
        await expect(create(ask)).rejects.toMatchObject(fails('unknown'));
        const session = await create(ask);
        expect(await read(session)).toMatchObject({ reference: ask.reference });
        expect(await world.checkoutsInBooks(ask.reference)).toBe(1);
      },
    );

    it.each([
      ['status-500', 'unknown'],
      ['status-429', 'rate-limited'],
    ])('opens none when it never arrived (%s)', async (kind, expected) => {
      const ask = input();
      await world.sandbox.fault({ standIn: world.standIn, match: world.calls.create, kind, times: 1 });
      await expect(create(ask)).rejects.toMatchObject(fails(expected));
      expect(await world.checkoutsInBooks(ask.reference)).toBe(0);
    });

    it.each(['status-503', 'reset-after', 'malformed'])('can be asked again when reading fails (%s)', async (kind) => {
      const session = await create();
      await world.sandbox.fault({ standIn: world.standIn, match: world.calls.read, kind, times: 1 });
      await expect(read(session)).rejects.toMatchObject(fails(/^(temporary|unexpected)$/));
      expect((await read(session))?.state).toBe('open');
    });

    it('shows a payment later where the provider does, and never loses it', async () => {
      const session = await create();
      await world.sandbox.fault({
        standIn: world.standIn,
        match: 'POST .*confirm',
        kind: 'hide',
        times: 1,
        delayMs: 800,
      });
      await world.press(session, 'pay');
      expect((await read(session))?.state).toBe('open');
      await until('the payment', async () => (await read(session))?.state === 'paid');
    });

    it('tells of a payment by a signed webhook; a changed, foreign or old one is refused', async () => {
      await receiving(async (address, got) => {
        await world.listen(address);
        const session = await create();
        await world.press(session, 'pay');
        const raw = await until('the webhook', async () => got[0]);
        const { connector, webhookSecret } = world;
        const secrets = { webhookSecret, now: Date.now() };
        expect(connector.verifyWebhook(raw, secrets)).toMatchObject({
          subject: { kind: 'checkout', ref: session.providerRef },
        });
        const refusal = expect.objectContaining(fails('rejected'));
        const changed = { ...raw, body: Buffer.from(raw.body.toString().replace('5000', '9000')) };
        expect(() => connector.verifyWebhook(changed, secrets)).toThrow(refusal);
        expect(() => connector.verifyWebhook(raw, { ...secrets, webhookSecret: 'another' })).toThrow(refusal);
        expect(() => connector.verifyWebhook(raw, { ...secrets, now: Date.now() + 3_600_000 })).toThrow(refusal);
      });
    });
  });
}
