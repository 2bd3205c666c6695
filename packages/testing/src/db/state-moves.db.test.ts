import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { withClient } from '@quayside/server/src/db/index.ts';
import { SHIPMENT_MOVES } from '@quayside/server/src/features/fulfilment/rules/shipment-states.ts';
import { LINE_MOVES } from '@quayside/server/src/features/orders/rules/line-states.ts';
import { PAY_MOVES, PLACE_MOVES } from '@quayside/server/src/features/purchasing/rules/states.ts';
import { ORDER_MOVES } from '@quayside/server/src/features/warehouse/rules/order-states.ts';
import { expect, test } from 'vitest';
import { fillTenant } from './sample-rows.ts';
import { knownPairs, type MovedColumn, movesTrigger, pairsOf } from './state-moves.ts';
import { testDatabase } from './test-database.ts';

/** A new table of moves belongs here, and its triggers into a migration. */
const KEPT: Record<string, MovedColumn> = {
  'orders/rules/line-states.ts LINE_MOVES': { table: 'order_line', column: 'state', moves: LINE_MOVES },
  'purchasing/rules/states.ts PLACE_MOVES': { table: 'supplier_order', column: 'state', moves: PLACE_MOVES },
  'purchasing/rules/states.ts PAY_MOVES': { table: 'supplier_order', column: 'pay_state', moves: PAY_MOVES },
  'fulfilment/rules/shipment-states.ts SHIPMENT_MOVES': {
    table: 'shipment',
    column: 'state',
    moves: SHIPMENT_MOVES,
    walked: true,
  },
  'warehouse/rules/order-states.ts ORDER_MOVES': { table: 'warehouse.purchase', column: 'state', moves: ORDER_MOVES },
};

const db = await testDatabase();
const features = join(import.meta.dirname, '../../../../apps/server/src/features');

test('every table of moves is known to the database', async () => {
  const found: string[] = [];
  for await (const path of glob('*/rules/*.ts', { cwd: features })) {
    if (path.endsWith('.test.ts')) continue;
    const module: Record<string, unknown> = await import(join(features, path));
    for (const name of Object.keys(module)) if (name.endsWith('_MOVES')) found.push(`${path} ${name}`);
  }
  expect(found.sort()).toEqual(Object.keys(KEPT).sort());
});

test.each(Object.entries(KEPT))('the database allows the moves of %s and no others', async (_, kept) => {
  const { text, values } = knownPairs(kept);
  const rows = await withClient(db.ownerUrl, 'test', (client) => client.query<{ pairs: string }>(text, values));
  const known = rows.rows[0]?.pairs.split(',').sort() ?? [];
  expect(known, `a migration is needed:\n${movesTrigger(kept)}`).toEqual(pairsOf(kept));
});

test('a move that is not declared fails, and a declared one does not', async () => {
  const tenant = { accountId: crypto.randomUUID(), workplaceId: crypto.randomUUID() };
  const scope = { accountId: tenant.accountId, workplaceId: tenant.workplaceId };
  await withClient(db.superuserUrl, 'test', (client) =>
    fillTenant(client, tenant, {
      tables: {
        order_line: { state: 'placing' },
        supplier_order: { state: 'placed', pay_state: 'unknown' },
        shipment: { state: 'delivered' },
      },
    }),
  );
  const set = (table: string, column: string, state: string) =>
    db.tenant(scope, (tx) =>
      tx.raw(`update ${table} set ${column} = $2 where workplace_id = $1`, [tenant.workplaceId, state]),
    );
  const refused = (name: string) => ({ code: '23514', constraint: name });
  await expect(set('order_line', 'state', 'shipped')).rejects.toMatchObject({
    message: 'order_line.state: placing may not become shipped',
    ...refused('order_line_state_moves'),
  });
  await expect(set('supplier_order', 'state', 'requested')).rejects.toMatchObject(
    refused('supplier_order_state_moves'),
  );
  await expect(set('supplier_order', 'pay_state', 'paid')).rejects.toMatchObject(
    refused('supplier_order_pay_state_moves'),
  );
  await expect(set('shipment', 'state', 'in_transit')).rejects.toMatchObject(refused('shipment_state_moves'));
  await set('order_line', 'state', 'placing');
  await set('order_line', 'state', 'cancelled');
  await set('supplier_order', 'pay_state', 'paying');
  await set('supplier_order', 'pay_state', 'paid');
  const { rows } = await db.tenant(scope, (tx) =>
    tx.raw('select state from order_line where workplace_id = $1', [tenant.workplaceId]),
  );
  expect(rows).toEqual([{ state: 'cancelled' }]);
});
