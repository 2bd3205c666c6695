import { newId } from '@quayside/kernel';
import { beforeAll, expect, it } from 'vitest';
import { claimLostRows, countOpen, type EffectRow } from '../../db/effect-row.ts';
import { type Executor, join, raw, type Sql, sql } from '../../db/index.ts';
import { PARCEL_SYNC } from '../../features/fulfilment/sync-repo.ts';
import { listOrders, type OrderFilter } from '../../features/orders/queries/list-orders.ts';
import { PAYING } from '../../features/purchasing/pay-repo.ts';
import { PLACING } from '../../features/purchasing/place-repo.ts';
import { testDatabase } from '../db/index.ts';
import { tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const { scope, storeId } = await (await tradeWorld(db)).owner();
const { workplaceId } = scope;
const ORDERS = 20_000;
/** One order in so many isn't finished. */
const OPEN_EVERY = 500;

/** Finished orders with their supplier orders and parcels, and some of each that are open. */
beforeAll(async () => {
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at,
        store_updated_at, read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status,
        fulfillment_status, placement_status, payment_status, public_tracking_id)
      select ${workplaceId}, gen_random_uuid(), ${storeId}, 'sandbox', 'x' || n, '#x' || n, now() - n * interval '1 minute', now(),
        now(), 'USD', 1, 1, 0, 0, 1, 'paid', 'unfulfilled',
        case when n % ${OPEN_EVERY} = 0 then 'needs_attention' when n % ${OPEN_EVERY} = 1 then 'ready' else 'placed' end,
        case when n % ${OPEN_EVERY} < 2 then 'pending' else 'paid' end, 'x' || n
      from generate_series(1, ${ORDERS}::integer) n on conflict do nothing`);
  });
  await db.owner((tx) => tx.raw('analyze sales_order'));
  await db.tenant(scope, async (tx) => {
    await tx.run(sql`insert into supplier_order (workplace_id, supplier_order_id, order_id, connection_id, supplier, mode, reference, state, pay_state,
        payer, address, placement_id, store_id)
      select ${workplaceId}, gen_random_uuid(), o.order_id, c.connection_id, 'cj', 'sandbox', o.name,
        case when o.placement_status = 'ready' then 'requested' else 'placed' end,
        case when o.placement_status = 'placed' then 'paid' when o.placement_status = 'ready' then 'unpaid' else 'requested' end,
        'wallet', '{}', ${newId()}, o.store_id
      from sales_order o join supplier_connection c on c.workplace_id = ${workplaceId} and c.supplier = 'cj'
      where o.workplace_id = ${workplaceId} on conflict do nothing`);
    await tx.run(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, supplier_order_id, source, remote_parcel_id,
        tracking_number, state, report_state, shipped_at)
      select ${workplaceId}, gen_random_uuid(), p.order_id, p.store_id, p.supplier_order_id, 'quayside', p.reference, p.reference,
        'delivered', case when p.pay_state = 'paid' then 'sent' else 'waiting' end, now()
      from supplier_order p where p.workplace_id = ${workplaceId} on conflict do nothing`);
  });
  await db.owner((tx) => tx.raw('analyze supplier_order; analyze shipment; analyze order_line'));
}, 120_000);

/** The plans of the product's own statements. */
const plansOf = (run: (ex: Executor) => Promise<unknown>): Promise<string> =>
  db.tenant(scope, async (tx) => {
    const plans: string[] = [];
    await run({
      ...tx,
      async rows<T>(query: Sql): Promise<T[]> {
        const rows = await tx.rows<Record<string, string>>(join([raw('explain'), query], ' '));
        // On a worker of Citus, the number of the shard follows the names.
        plans.push(rows.map((row) => row['QUERY PLAN']?.replace(/_\d{6,}\b/g, '')).join('\n'));
        return [];
      },
    });
    return plans.join('\n---\n');
  });

const list = (change: Partial<OrderFilter>): Promise<string> =>
  plansOf((ex) =>
    listOrders(ex, { workplaceId, source: 'all', mark: 'all', ...change }, { tab: 'all', sort: 'desc', page_size: 25 }),
  );

it.each(['ready', 'needs_attention'])('orders that are %s are found in the index of open ones', async (status) => {
  const plan = await list({ placement: [status] });
  expect(plan).toContain('Index Scan using sales_order_open_placement');
  expect(plan).not.toMatch(/Seq Scan on sales_order|Sort Key: o\.placed_at/);
});

it('unpaid orders are found in the index of open payments', async () => {
  const plan = await list({ payment: ['pending'] });
  expect(plan).toContain('Index Scan using sales_order_open_payment');
  expect(plan).not.toMatch(/Seq Scan on sales_order|Sort Key: o\.placed_at/);
});

it('finished orders are read by time, without sorting', async () => {
  for (const change of [{ placement: ['placed'] }, { payment: ['paid'] }])
    expect(await list(change)).toMatch(/Index Scan using sales_order_recent /);
});

it.each<[string, EffectRow, string]>([
  ['placements', PLACING, 'supplier_order_open'],
  ['payments', PAYING, 'supplier_order_(open|pay)'],
  ['parcels', PARCEL_SYNC, 'shipment_report'],
])('open %s are counted, and found by the sweep, in the index of open ones', async (_what, row, index) => {
  const counted = await plansOf((ex) => countOpen(ex, [{ name: 'open', row }], workplaceId));
  const swept = await plansOf((ex) =>
    claimLostRows(ex, row, workplaceId, { columns: [row.key], lateSeconds: 60, most: 500 }),
  );
  for (const plan of [counted, swept]) {
    expect(plan).toMatch(new RegExp(`Scan (using|on) ${index}\\b`));
    expect(plan).not.toMatch(/Seq Scan on (supplier_order|shipment)/);
  }
});
