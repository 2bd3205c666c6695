import { quayside } from '@quayside/connector-quayside';
import { startTestSandbox } from '@quayside/testing/contract/sandbox-control.ts';
import { supplierSuite } from '@quayside/testing/contract/supplier-suite.ts';
import { afterAll } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { warehouseOnAir } from '../../testing/warehouse/warehouse-on-air.ts';

const db = await testDatabase();
const warehouse = await warehouseOnAir(db, 150);
afterAll(() => warehouse.close());

supplierSuite(quayside, async () => {
  const sandbox = await startTestSandbox(['quayside']);
  await sandbox.tell({ 'quayside.target': warehouse.url, 'quayside.staff_key': warehouse.staffKey });
  warehouse.reaches(sandbox.baseUrl);
  const baseUrl = `${sandbox.baseUrl}/quayside`;
  return {
    connector: quayside,
    sandbox,
    standIn: 'quayside',
    context: () => sandbox.context(baseUrl, { key: warehouse.key }),
    wrongKey: () => sandbox.context(baseUrl, { key: 'a key that nobody was given' }),
    word: 'e',
    calls: {
      search: 'GET /quayside/products\\?',
      create: 'POST /quayside/orders$',
      pay: 'POST /quayside/orders/[^/]+/payments',
      read: 'GET /quayside/orders',
    },
    async setStock(variantId, pieces) {
      await db.global((tx) =>
        tx.run(sql`update warehouse.variant set stock = ${pieces} where variant_id = ${variantId}`),
      );
    },
    ordersInBooks: (reference) =>
      db.global(
        async (tx) => (await tx.rows(sql`select 1 from warehouse.purchase where reference = ${reference}`)).length,
      ),
    paidInBooks: (id) =>
      db.global(async (tx) =>
        (
          await tx.rows<{ amount: number }>(
            sql`select amount from warehouse.payment where order_id::text = ${id} and kind = 'payment'`,
          )
        ).map((row) => row.amount),
      ),
    advance: sandbox.advance,
  };
});
