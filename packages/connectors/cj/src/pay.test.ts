import type { ConnectorContext, HttpRequest, HttpResponse } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { payOrder, refuseDearer } from './pay.ts';

it('pays a bill that is lower than what was agreed to, never one that is higher or in another currency', () => {
  const agreed = money(1_200, 'USD');
  for (const amount of [1_200, 1_150]) expect(() => refuseDearer(agreed, money(amount, 'USD'))).not.toThrow();
  expect(() => refuseDearer(agreed, money(1_201, 'USD'))).toThrow('12.01 USD, not 12.00 USD');
  expect(() => refuseDearer(agreed, money(1_000, 'EUR'))).toThrow('EUR');
});

it('does not pay by its id an order whose bill was too high, also in another process', async () => {
  const asked: string[] = [];
  let status = 'CREATED';
  const answers: Record<string, () => unknown> = {
    getOrderDetail: () => ({
      orderId: '1',
      orderStatus: status,
      orderAmount: 11,
      productAmount: 8,
      postageAmount: 3,
      productList: [],
    }),
    addCart: () => ({ successCount: 1 }),
    addCartConfirm: () => {
      status = 'UNPAID';
      return { submitSuccess: true, shipmentsId: 's' };
    },
    saveGenerateParentOrder: () => ({ payId: 'p', orderMoney: 11, paymentInformation: { actualPayment: 12.3 } }),
    payBalance: () => ({}),
  };
  const ctx: ConnectorContext = {
    http: {
      async send({ url }: HttpRequest): Promise<HttpResponse> {
        const path = new URL(url).pathname.split('/').at(-1) ?? '';
        asked.push(path);
        const text = JSON.stringify({ code: 200, result: true, data: answers[path]?.() });
        return { status: 200, headers: {}, text, body: Buffer.from(text) };
      },
    },
    clock: { millis: () => Date.now(), now: () => new Date().toISOString() },
    baseUrl: 'https://cj.example/api2.0/v1',
    credentials: { apiKey: 'k', accessToken: 't', accessTokenExpiresAt: String(Date.now() + 1e10), qps: '1000' },
    saveCredentials: async () => undefined,
  };
  let kept: Record<string, string> = {};
  const notes = () => ({
    kept,
    keep: async (more: object) => {
      kept = { ...kept, ...more };
    },
  });
  const agreed = money(1_100, 'USD');
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(payOrder({ ...ctx }, '1', agreed, notes())).rejects.toMatchObject({
      kind: 'rejected',
      detail: expect.stringContaining('12.30'),
    });
  expect(asked).not.toContain('payBalance');
  expect(asked.filter((path) => path === 'addCartConfirm')).toHaveLength(1);
});
