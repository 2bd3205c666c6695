import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EffectRow } from '../../db/effect-row.ts';
import { withClient } from '../../db/index.ts';
import { ADOPTION_SEARCH_TRANSITIONS, ADOPTION_TRANSITIONS } from '../../features/adoption/rules/states.ts';
import { EVIDENCE_TRANSITIONS } from '../../features/evidence/rules/evidence-states.ts';
import { ALARM_TRANSITIONS } from '../../features/fulfilment/rules/alarm-states.ts';
import { SHIPMENT_TRANSITIONS } from '../../features/fulfilment/rules/shipment-states.ts';
import { ORDER_IMPORT_TRANSITIONS } from '../../features/manual-orders/rules/import-states.ts';
import { LINE_TRANSITIONS } from '../../features/orders/rules/line-states.ts';
import { PRODUCT_EXPORT_TRANSITIONS, PRODUCT_IMPORT_TRANSITIONS } from '../../features/product-files/rules/states.ts';
import { SHOPPER_MAIL_TRANSITIONS } from '../../features/shopper-mail/rules/mail-states.ts';
import { IMPORT_TRANSITIONS } from '../../features/warehouse/rules/import-states.ts';
import { ORDER_TRANSITIONS } from '../../features/warehouse/rules/order-states.ts';
import { RETURN_TRANSITIONS } from '../../states/order-return.ts';
import { PAYMENT_EVENT_TRANSITIONS } from '../../states/payment-event.ts';
import { REFUND_TRANSITIONS } from '../../states/refund-request.ts';
import { testDatabase } from '../db/test-database.ts';
import { fillTenant } from './sample-rows.ts';
import { getPairs, knownPairs, type MovedColumn, movesTrigger } from './state-moves.ts';

const db = await testDatabase();
const server = join(import.meta.dirname, '../..');

async function modulesOf(pattern: string, saying: string): Promise<{ path: string; said: number; exports: object }[]> {
  const found = [];
  for await (const path of glob(pattern, { cwd: server })) {
    const said = readFileSync(join(server, path), 'utf8').split(saying).length - 1;
    if (said > 0 && !path.endsWith('.test.ts')) found.push({ path, said, exports: await import(join(server, path)) });
  }
  return found;
}

const DECLARATION = ': EffectRow = {';
const effectModules = await modulesOf('**/*.ts', DECLARATION);
const isEffect = (value: unknown): value is EffectRow =>
  typeof value === 'object' && value !== null && 'openedAt' in value;
const effects = effectModules.flatMap(({ exports }) => Object.values(exports).filter(isEffect));

/** The columns of the declared effects, and those of other entities. A table of moves that is not an effect's belongs here. */
const KEPT: MovedColumn[] = [
  ...effects.map((row) => ({ table: row.table, column: row.stateColumn ?? `${row.prefix}state`, moves: row.moves })),
  { table: 'order_line', column: 'state', moves: LINE_TRANSITIONS },
  { table: 'shipment', column: 'state', moves: SHIPMENT_TRANSITIONS, walked: true },
  { table: 'order_import', column: 'state', moves: ORDER_IMPORT_TRANSITIONS },
  { table: 'product_export', column: 'state', moves: PRODUCT_EXPORT_TRANSITIONS },
  { table: 'adoption', column: 'state', moves: ADOPTION_TRANSITIONS },
  { table: 'adoption_search', column: 'state', moves: ADOPTION_SEARCH_TRANSITIONS },
  { table: 'product_import', column: 'state', moves: PRODUCT_IMPORT_TRANSITIONS },
  { table: 'shipment_alarm', column: 'state', moves: ALARM_TRANSITIONS },
  { table: 'warehouse.purchase', column: 'state', moves: ORDER_TRANSITIONS },
  { table: 'warehouse.import', column: 'state', moves: IMPORT_TRANSITIONS },
  { table: 'shopper_mail', column: 'state', moves: SHOPPER_MAIL_TRANSITIONS },
  { table: 'claim_evidence', column: 'state', moves: EVIDENCE_TRANSITIONS },
  { table: 'refund_request', column: 'state', moves: REFUND_TRANSITIONS },
  { table: 'order_return', column: 'state', moves: RETURN_TRANSITIONS },
  { table: 'payment_event', column: 'state', moves: PAYMENT_EVENT_TRANSITIONS },
];

test('every declared effect is compared', () => {
  expect(effects.length).toBe(effectModules.reduce((sum, { said }) => sum + said, 0));
  expect(effects.length).toBeGreaterThanOrEqual(5);
});

test('every table of moves is known to the database, and those of effects name their states', async () => {
  const kept = new Set<unknown>(KEPT.map(({ moves }) => moves));
  const found = new Set<unknown>();
  for (const { exports, path } of await modulesOf('{features/*/rules,states}/*.ts', '_TRANSITIONS'))
    for (const [name, table] of Object.entries(exports)) {
      if (!name.endsWith('_TRANSITIONS')) continue;
      found.add(table);
      expect(kept.has(table), `${path} ${name} has no trigger`).toBe(true);
    }
  expect(found.size).toBe(kept.size);
  for (const { moves, states, table } of effects) {
    expect(new Set(moves.claim.from), table).toEqual(new Set(Object.values(states)));
    expect(moves.claim.to, table).toBe(states.sending);
  }
});

test.each(KEPT.map((kept) => [`${kept.table}.${kept.column}`, kept] as const))(
  'the database allows the moves of %s and no others',
  async (_, kept) => {
    const { text, values } = knownPairs(kept);
    const rows = await withClient(db.ownerUrl, 'test', (client) => client.query<{ pairs: string }>(text, values));
    const known = rows.rows[0]?.pairs.split(',').sort() ?? [];
    expect(known, `a migration is needed:\n${movesTrigger(kept)}`).toEqual(getPairs(kept));
  },
);

test('a move that is not declared fails, and a declared one does not', async () => {
  const tenant = { accountId: crypto.randomUUID(), workplaceId: crypto.randomUUID() };
  const scope = { accountId: tenant.accountId, workplaceId: tenant.workplaceId };
  await withClient(db.superuserUrl, 'test', (client) =>
    fillTenant(client, tenant, {
      tables: {
        order_line: { state: 'placing' },
        supplier_order: { state: 'placed', pay_state: 'unknown' },
        shipment: { state: 'delivered', report_state: 'waiting' },
        listing: { state: 'queued' },
        topup: { state: 'unknown' },
      },
    }),
  );
  const set = (table: string, column: string, state: string) =>
    db.tenant(scope, (tx) =>
      tx.raw(`update ${table} set ${column} = $2 where workplace_id = $1`, [tenant.workplaceId, state]),
    );
  const setTopup = (state: string) =>
    db.tenant(scope, (tx) => tx.raw('update topup set state = $2 where account_id = $1', [tenant.accountId, state]));
  // Citus passes on a worker's refusal without the name of the constraint.
  const isCitus = db.nodeUrls.length > 1;
  const refused = (name: string) => ({ code: '23514', ...(isCitus ? {} : { constraint: name }) });
  await expect(set('order_line', 'state', 'shipped')).rejects.toMatchObject({
    message: expect.stringMatching(/^order_line(_\d+)?\.state: placing may not become shipped$/),
    ...refused('order_line_state_moves'),
  });
  await expect(set('supplier_order', 'state', 'requested')).rejects.toMatchObject(
    refused('supplier_order_state_moves'),
  );
  await expect(set('supplier_order', 'pay_state', 'paid')).rejects.toMatchObject(
    refused('supplier_order_pay_state_moves'),
  );
  await expect(set('shipment', 'state', 'in_transit')).rejects.toMatchObject(refused('shipment_state_moves'));
  await expect(set('shipment', 'report_state', 'sent')).rejects.toMatchObject(refused('shipment_report_state_moves'));
  await expect(set('listing', 'state', 'listed')).rejects.toMatchObject(refused('listing_state_moves'));
  await expect(setTopup('failed')).rejects.toMatchObject(refused('topup_state_moves'));
  await set('order_line', 'state', 'placing');
  await set('order_line', 'state', 'cancelled');
  await set('supplier_order', 'pay_state', 'paying');
  await set('supplier_order', 'pay_state', 'paid');
  for (const state of ['waiting', 'sending', 'sent']) await set('shipment', 'report_state', state);
  for (const state of ['queued', 'pushing', 'listed']) await set('listing', 'state', state);
  for (const state of ['unknown', 'requested', 'open']) await setTopup(state);
  const { rows } = await db.tenant(scope, (tx) =>
    tx.raw('select state from order_line where workplace_id = $1', [tenant.workplaceId]),
  );
  expect(rows).toEqual([{ state: 'cancelled' }]);
});
