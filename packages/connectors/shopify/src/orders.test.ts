import type { HttpRequest } from '@quayside/connector-kit';
import { expect, test } from 'vitest';
import { fakeContext, getAnswer } from './fake-context.ts';
import { listOrders } from './orders.ts';

const usd = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } });
const line = (id: string) => ({
  id,
  title: 'Mug',
  variantTitle: null,
  sku: null,
  quantity: 1,
  nonFulfillableQuantity: 0,
  unfulfilledQuantity: 1,
  requiresShipping: true,
  product: null,
  variant: null,
  image: null,
  originalUnitPriceSet: usd('5.00'),
  totalDiscountSet: usd('0.00'),
});
const order = (id: string, hasMoreLines: boolean) => ({
  id,
  name: `#${id}`,
  createdAt: '2026-11-20T10:00:00Z',
  updatedAt: '2026-11-20T10:00:00Z',
  cancelledAt: null,
  currencyCode: 'USD',
  email: null,
  customerLocale: null,
  note: null,
  tags: [],
  fullyPaid: true,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  paymentGatewayNames: [],
  taxesIncluded: false,
  dutiesIncluded: false,
  totalShippingPriceSet: usd('0.00'),
  totalTaxSet: null,
  totalDiscountsSet: null,
  originalTotalDutiesSet: null,
  originalTotalAdditionalFeesSet: null,
  totalTipReceivedSet: usd('0.00'),
  totalPriceSet: usd('5.00'),
  shippingLine: null,
  billingAddress: null,
  shippingAddress: null,
  lineItems: { nodes: [line(`${id}-1`)], pageInfo: { hasNextPage: hasMoreLines, endCursor: 'line-1' } },
});

const onePage = { hasNextPage: false, endCursor: null };
const updatedAfter = '2026-11-20T00:00:00.000Z';
const operationOf = ({ body }: HttpRequest): string =>
  /^(?:query|mutation) (\w+)/.exec(JSON.parse(String(body)).query)?.[1] ?? '';

test('an order with an unreadable line beyond its first page stops none of the others', async () => {
  const ctx = fakeContext((request) =>
    getAnswer(200, {
      data:
        operationOf(request) === 'OrderLines'
          ? { order: { lineItems: { nodes: [{ ...line('1-2'), quantity: 1.5 }], pageInfo: onePage } } }
          : { orders: { nodes: [order('1', true), order('2', false)], pageInfo: onePage } },
    }),
  );
  const page = await listOrders(ctx, { updatedAfter });
  expect(page.items.map((one) => one.externalOrderId)).toEqual(['2']);
  expect(page.unread).toMatchObject([
    { externalOrderId: '1', name: '#1', reason: { what: 'quantity', where: 'quantity' } },
  ]);
});

test('a completed bulk operation with orders and no address is read page by page', async () => {
  const ctx = fakeContext((request) => {
    const bulkOperation = {
      status: 'COMPLETED',
      url: null,
      fileSize: '9000',
      objectCount: '300',
      createdAt: '2026-11-10T00:00:00Z',
    };
    return getAnswer(200, {
      data:
        operationOf(request) === 'Bulk'
          ? { bulkOperation }
          : { orders: { nodes: [order('1', false)], pageInfo: onePage } },
    });
  });
  const cursor = Buffer.from(JSON.stringify({ since: updatedAfter, bulk: 'gid://1', from: 0 })).toString('base64url');
  const { nextCursor } = await listOrders(ctx, { updatedAfter, cursor });
  const page = await listOrders(ctx, { updatedAfter, ...(nextCursor ? { cursor: nextCursor } : {}) });
  expect(JSON.parse(String(ctx.sent.at(-1)?.body)).variables.query).toBe(`updated_at:>='${updatedAfter}'`);
  expect(page.items).toHaveLength(1);
});
