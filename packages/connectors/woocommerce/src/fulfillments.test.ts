import type { ConnectorContext, HttpRequest, HttpResponse } from '@quayside/connector-kit';
import { systemClock } from '@quayside/kernel';
import { expect, test } from 'vitest';
import { createFulfillment } from './fulfillments.ts';

const input = {
  externalOrderId: '7',
  ref: 'a-parcel',
  lines: [{ externalLineId: '1', quantity: 1 }],
  tracking: { carrier: 'Harbour Post', number: 'HP1' },
  notifyCustomer: true,
  completesOrder: true,
};

/** A shop that answers each call in turn; what it was asked is noted. */
function shop(
  answers: [status: number, body: unknown][],
  asked: string[] = [],
  sent: Record<string, unknown>[] = [],
): ConnectorContext {
  return {
    http: {
      async send({ body, method, url }: HttpRequest): Promise<HttpResponse> {
        asked.push(`${method} ${new URL(url).pathname.split('/v3/')[1]}`);
        if (body) sent.push(JSON.parse(String(body)));
        const [status, answer] = answers.shift() ?? [500, {}];
        return { status, headers: {}, text: JSON.stringify(answer), url } as HttpResponse;
      },
    },
    clock: systemClock,
    baseUrl: 'https://shop.example.com',
    credentials: { consumerKey: 'ck_1', consumerSecret: 'cs_1', auth: 'basic', rest: 'pretty' },
    saveCredentials: async () => undefined,
  };
}
const order = { id: 7, status: 'processing', meta_data: [] };
const away = { code: 'away', message: 'later' };

test.each([503, 429])(
  'when the mark cannot be written (%s) after the shopper was told, the outcome is unknown',
  async (status) => {
    const asked: string[] = [];
    const ctx = shop(
      [
        [200, order],
        [200, []],
        [201, { id: 1 }],
        [status, away],
      ],
      asked,
    );
    await expect(createFulfillment(ctx, input)).rejects.toMatchObject({ kind: 'unknown' });
    expect(asked).toEqual(['GET orders/7', 'GET orders/7/notes', 'POST orders/7/notes', 'PUT orders/7']);
  },
);

test.each([
  [503, 'temporary'],
  [429, 'rate-limited'],
])('when the shop answers %s before the shopper is told, nothing has happened', async (status, kind) => {
  const ctx = shop([
    [200, order],
    [200, []],
    [status, away],
  ]);
  await expect(createFulfillment(ctx, input)).rejects.toMatchObject({ kind });
  const known = shop([
    [200, order],
    [200, [{ id: 1, note: 'Shipped with X, tracking number HP1.' }]],
    [status, away],
  ]);
  await expect(createFulfillment(known, input)).rejects.toMatchObject({ kind });
});

test.each([
  ['processing', 'completed'],
  ['on-hold', 'completed'],
  ['cancelled', undefined],
  ['refunded', undefined],
  ['failed', undefined],
])('the last parcel of an order that is %s makes it %s', async (status, expected) => {
  const sent: Record<string, unknown>[] = [];
  const now = { ...order, status };
  const ctx = shop(
    [
      [200, now],
      [200, []],
      [201, { id: 1 }],
      [200, now],
    ],
    [],
    sent,
  );
  await createFulfillment(ctx, input);
  expect(sent.at(-1)?.status).toBe(expected);
});
