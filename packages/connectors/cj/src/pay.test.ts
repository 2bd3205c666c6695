import { type ConnectorContext, ConnectorError, type HttpRequest, type HttpResponse } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, it, vi } from 'vitest';
import { findPayment, payOrder, refuseDearer } from './pay.ts';

it('pays a bill that is lower than what was agreed to, never one that is higher or in another currency', () => {
  const agreed = money(1_200, 'USD');
  for (const amount of [1_200, 1_150]) expect(() => refuseDearer(agreed, money(amount, 'USD'))).not.toThrow();
  expect(() => refuseDearer(agreed, money(1_201, 'USD'))).toThrow('12.01 USD, not 12.00 USD');
  expect(() => refuseDearer(agreed, money(1_000, 'EUR'))).toThrow('EUR');
});

/** CJ with one order, whose answers a test may change. */
function world(more: Record<string, () => unknown> = {}) {
  const asked: { path: string; at: number }[] = [];
  const detail = {
    orderId: '1',
    orderStatus: 'CREATED',
    orderAmount: 11,
    productAmount: 8,
    postageAmount: 3,
    productList: [],
  };
  const answers: Record<string, () => unknown> = {
    getOrderDetail: () => detail,
    addCart: () => ({ successCount: 1 }),
    addCartConfirm: () => {
      detail.orderStatus = 'UNPAID';
      return { submitSuccess: true, shipmentsId: 's' };
    },
    saveGenerateParentOrder: () => ({ payId: 'p', orderMoney: 11 }),
    payBalance: () => ({}),
    payBalanceV2: () => ({}),
    ...more,
  };
  const note = (path: string) => asked.push({ path, at: Date.now() });
  const ctx = (key: string, qps: string): ConnectorContext => ({
    http: {
      async send({ url }: HttpRequest): Promise<HttpResponse> {
        const path = new URL(url).pathname.split('/').at(-1) ?? '';
        note(path);
        const text = JSON.stringify({ code: 200, result: true, data: answers[path]?.() });
        return { status: 200, headers: {}, text, body: Buffer.from(text) };
      },
    },
    clock: { millis: () => Date.now(), now: () => new Date().toISOString() },
    baseUrl: 'https://cj.example/api2.0/v1',
    credentials: { apiKey: key, accessToken: 't', accessTokenExpiresAt: String(Date.now() + 1e10), qps },
    saveCredentials: async () => undefined,
  });
  return { asked, note, ctx };
}

it('does not pay by its id an order whose bill was too high, also in another process', async () => {
  const { asked, ctx } = world({
    saveGenerateParentOrder: () => ({ payId: 'p', orderMoney: 11, paymentInformation: { actualPayment: 12.3 } }),
  });
  let kept: Record<string, string> = {};
  const notes = () => ({
    kept,
    keep: async (more: object) => {
      kept = { ...kept, ...more };
    },
  });
  const agreed = money(1_100, 'USD');
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(payOrder(ctx('k', '1000'), '1', agreed, { notes: notes() })).rejects.toMatchObject({
      kind: 'rejected',
      detail: expect.stringContaining('12.30'),
    });
  const paths = asked.map(({ path }) => path);
  expect(paths).not.toContain('payBalance');
  expect(paths.filter((path) => path === 'addCartConfirm')).toHaveLength(1);
});

it('remembers what a lower bill charged, where its answer was lost', async () => {
  let isPaidNow = false;
  const detail = () => ({
    orderId: '1',
    orderNum: 'r',
    orderStatus: isPaidNow ? 'UNSHIPPED' : 'CREATED',
    productAmount: 10,
    postageAmount: 1,
    orderAmount: 11,
    productList: [],
  });
  const { ctx } = world({
    getOrderDetail: detail,
    saveGenerateParentOrder: () => ({ payId: 'p', orderMoney: 11, paymentInformation: { actualPayment: 10.45 } }),
    payBalanceV2: () => {
      isPaidNow = true;
      throw new ConnectorError('unknown', 'the answer was lost');
    },
  });
  let kept: Record<string, string> = {};
  const keep = async (more: object) => {
    kept = { ...kept, ...more };
  };
  const pay = () => payOrder(ctx('d', '1000'), '1', money(1_100, 'USD'), { notes: { kept, keep } });
  await expect(pay()).rejects.toMatchObject({ kind: 'unknown' });
  const due = { paymentId: '1', amount: money(1_045, 'USD') };
  expect(await findPayment(ctx('d', '1000'), '1', kept)).toEqual(due);
  expect(await pay()).toEqual(due);
  expect(await findPayment(ctx('d', '1000'), '1')).toMatchObject({ amount: { amount: 1_100 } });
});

it('checks whether it may still pay after the wait for its turn, with nothing between the check and the charge', async () => {
  vi.useFakeTimers();
  try {
    const { asked, note, ctx } = world();
    const begun = Date.now();
    const beforeMoney = async () => {
      note('check');
    };
    const paying = payOrder(ctx('slow', '1'), '1', money(1_100, 'USD'), { beforeMoney });
    await vi.advanceTimersByTimeAsync(10_000);
    await paying;
    const [check, charge] = asked.slice(-2);
    expect([check?.path, charge?.path]).toEqual(['check', 'payBalanceV2']);
    expect(check?.at).toBe(charge?.at);
    expect((check?.at ?? 0) - begun).toBeGreaterThanOrEqual(4_000);
  } finally {
    vi.useRealTimers();
  }
});
