import { cj } from '@quayside/connector-cj';
import { DEMO_KEY } from '@quayside/sandbox/cj/accounts.ts';
import { startTestSandbox } from './sandbox-control.ts';
import { supplierSuite } from './supplier-suite.ts';

interface Books {
  disputes: { order_id: string }[];
  orders: { orderNumber: string }[];
  payments: { orderId: string; amount: number }[];
}

supplierSuite(cj, async () => {
  const sandbox = await startTestSandbox(['cj']);
  const baseUrl = `${sandbox.baseUrl}/cj/api2.0/v1`;
  const account = async (apiKey: string) => {
    const context = sandbox.context(baseUrl, { apiKey });
    await cj.verify(context);
    return context;
  };
  const { credentials } = await account(DEMO_KEY);
  const poorKey = 'CJ1000001@api@poor';
  await sandbox.post('/cj/setup/accounts', { apiKey: poorKey, balance: 50 });
  return {
    connector: cj,
    sandbox,
    standIn: 'cj',
    context: () => sandbox.context(baseUrl, { ...credentials }),
    wrongKey: () => sandbox.context(baseUrl, { apiKey: 'CJ0@api@wrong' }),
    poor: () => account(poorKey),
    word: 'classic',
    calls: { search: '/product/listV2', create: '/createOrderV2', pay: '/payBalance', read: '/getOrderDetail' },
    async setStock(vid, pieces) {
      await sandbox.post('/cj/setup/stock', { vid, country: 'CN', pieces });
      await sandbox.post('/cj/setup/stock', { vid, country: 'US', pieces: 0 });
    },
    ordersInBooks: async (reference) =>
      (await sandbox.book<Books>('cj')).orders.filter((order) => order.orderNumber === reference).length,
    paidInBooks: async (id) =>
      (await sandbox.book<Books>('cj')).payments.filter((row) => row.orderId === id).map((row) => row.amount),
    disputes: {
      inBooks: async (id) => (await sandbox.book<Books>('cj')).disputes.filter((row) => row.order_id === id).length,
      decide: async (orderNumber, decision) =>
        void (await sandbox.post('/cj/setup/disputes/decide', { orderNumber, decision })),
    },
    advance: sandbox.advance,
  };
});
