import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Executor, type Sql, sql, withClient } from '../../db/index.ts';
import { feedbackTexts } from '../../features/order-feedback/index.ts';
import { orderBehind } from '../../features/orders/actions/order-behind.ts';
import { updateCustomer } from '../../features/orders/actions/update-customer.ts';
import { cancelRequest, checkRequest } from '../../features/privacy/actions/change-request.ts';
import { fileRequest } from '../../features/privacy/actions/file-request.ts';
import { requestErasure } from '../../features/privacy/actions/request-erasure.ts';
import { workPrivacy } from '../../features/privacy/actions/work-requests.ts';
import { countOrdersEndedBefore } from '../../features/privacy/find-repo.ts';
import { exportShopper } from '../../features/privacy/queries/export-shopper.ts';
import { shopperSummary } from '../../features/privacy/queries/shopper.ts';
import { type RequestRow, saveMonths } from '../../features/privacy/request-repo.ts';
import { NOBODY } from '../../features/privacy/rules/subject.ts';
import { retentionCutoff } from '../../features/privacy/rules/times.ts';
import { requestTexts } from '../../features/purchasing/index.ts';
import { returnTexts } from '../../features/returns/index.ts';
import { fillOrders } from '../../ops/fill-orders.ts';
import { tenantTables, testDatabase } from '../db/index.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const { shop, own, deps } = world;
const texts = { refundRequests: requestTexts, returns: returnTexts, feedback: feedbackTexts };
/** Long enough to come up in no sealed key by chance. */
const MARKER = /jane\d+@|Jane Doe|"(?:Jane|jane|Doe|doe)"|Main Street|Springfield|555 0100|zz-secret/;
const PHONE = '+1 217 555 0100';

let owner: Owner;
let next = 7_000;
beforeEach(async () => {
  owner = await world.owner();
  for (const list of [own.books.orders, own.books.payments, shop.fulfillments]) list.length = 0;
  shop.orders.clear();
  await db.global((tx) => tx.run(sql`delete from test_job`));
});

const read = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.read(owner.scope, fn);
const write = <T>(fn: (ex: Executor) => Promise<T>): Promise<T> => db.tenant(owner.scope, fn);
const workplaceId = () => owner.scope.workplaceId;
const work = () => workPrivacy(deps, owner.scope);

/** An order comes in; returns what the store and we know it by. */
async function orderIn(change: Parameters<typeof fakeOrder>[1] = {}) {
  next += 1;
  const order = fakeOrder(next, { note: 'zz-secret: leave it with the neighbour', ...change });
  shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await read((ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${workplaceId()} and external_order_id = ${order.externalOrderId}`),
  );
  return { order, id: row?.order_id ?? '' };
}

/** An order that was bought, changed by a person, sent, and delivered: it has left its traces everywhere. */
async function completed(change: Parameters<typeof fakeOrder>[1] = {}) {
  const { order, id } = await orderIn(change);
  const actor = { kind: 'member' as const, id: owner.scope.accountId, name: 'Ada', action: 'PUT /orders/v5/customer' };
  await updateCustomer(
    deps,
    { ...owner.who, scope: { ...owner.scope, actor } },
    {
      order_id: id,
      address2: 'zz-secret floor',
    },
  );
  await world.buy(owner, id);
  const made = own.books.orders.at(-1);
  if (!made) throw new Error('the order was not placed');
  const events = [
    {
      at: new Date().toISOString(),
      state: 'delivered' as const,
      description: 'Left with zz-secret',
      location: 'Springfield',
    },
  ];
  own.ship(made.supplierOrderId, { parcelId: `p-${id}`, lines: made.lines, state: 'delivered', events });
  const connection = await read((ex) =>
    ex.first<{
      connection_id: string;
      source_order_no: string;
    }>(sql`select connection_id, source_order_no from supplier_order
      where workplace_id = ${workplaceId()} and order_id = ${id}`),
  );
  await world.buying.onSupplierOrderChanged(owner.scope, connection?.connection_id ?? '', connection?.source_order_no);
  await world.settle(owner);
  await write(async (tx) => {
    await tx.run(
      sql`update sales_order set fulfillment_status = 'fulfilled' where workplace_id = ${workplaceId()} and order_id = ${id}`,
    );
    await tx.run(sql`insert into webhook_delivery (workplace_id, delivery_id, sender, sender_id, topic, kind, resource_id, dedupe_key, state, body)
      values (${workplaceId()}, ${newId()}, 'store', ${owner.storeId}, 'order.updated', 'order', ${order.externalOrderId}, ${newId()}, 'done',
        ${Buffer.from('{"billing":{"first_name":"Jane","address_1":"1 Main Street"}}')})`);
    await tx.run(sql`insert into order_event (workplace_id, order_id, event_id, kind, params)
      values (${workplaceId()}, ${id}, ${newId()}, 'create_failed', '{"reason":"SUPPLIER_REFUSED","detail":"1 Main Street is unknown"}')`);
  });
  return { order, id };
}

/** Tables of this workplace in which a row still shows the shopper. */
async function traces(): Promise<string[]> {
  const found: string[] = [];
  await withClient(db.superuserUrl, 'traces', async (client) => {
    for (const { name, column } of await tenantTables(client)) {
      if (column !== 'workplace_id') continue;
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t where workplace_id = $1`,
        [workplaceId()],
      );
      // Bytes show as hex.
      const texts = rows.map(({ row }) =>
        row.replaceAll(/\\\\x([0-9a-f]+)/g, (_all, hex: string) => Buffer.from(hex, 'hex').toString()),
      );
      if (texts.some((text) => MARKER.test(text))) found.push(name);
    }
  });
  return found.sort();
}

const requests = () =>
  read((ex) =>
    ex.rows<RequestRow>(
      sql`select * from privacy_request where workplace_id = ${workplaceId()} order by requested_at, request_id`,
    ),
  );
const asked = () => ({ store_id: owner.storeId, platform: 'shopify' });
const redact = (orders: string[], email?: string) =>
  fileRequest(
    deps,
    owner.scope,
    asked(),
    { kind: 'erase', platformDomain: 'x', customer: email ? { email } : {}, orderIds: orders },
    newId(),
  );

describe('erasing a shopper', () => {
  it('leaves no trace in any table, and the sums of the books as they were', async () => {
    const { order, id } = await completed();
    const before = await traces();
    // The proof is worth something only where the shopper was.
    expect(before).toEqual(
      expect.arrayContaining([
        'audit_entry',
        'order_event',
        'order_term',
        'sales_order',
        'shipment_event',
        'supplier_order',
        'webhook_delivery',
      ]),
    );
    const sums = () =>
      read((ex) =>
        ex.first(sql`select (select sum(total) from sales_order where workplace_id = ${workplaceId()}) as total,
          (select sum(total_cost) from supplier_order where workplace_id = ${workplaceId()}) as cost,
          (select count(*) from audit_entry where workplace_id = ${workplaceId()}) as audit,
          (select count(*) from order_event where workplace_id = ${workplaceId()}) as events,
          (select string_agg(key, ',' order by key) from audit_entry, jsonb_object_keys(after) key
            where workplace_id = ${workplaceId()} and entity = 'order') as keys`),
      );
    const kept = await sums();
    await requestErasure(deps, owner.who, { by: 'email', value: (order.customerEmail ?? '').toUpperCase() }, 'now');
    await work();
    expect(await traces()).toEqual([]);
    expect(await sums()).toEqual(kept);
    const [request] = await requests();
    expect(request).toMatchObject({
      state: 'done',
      label: 'j…@e….com',
      subject: {},
      outcome: {
        orders: 1,
        suppliers: [],
        erased: { supplier_orders: 1, webhook_bodies: 1, tracking_pages: 1 },
      },
    });
    expect(request?.outcome.erased?.audit_entries).toBeGreaterThan(0);
    // The order is still found by its number, and no longer by its shopper.
    const found = (term: string) =>
      read((ex) => ex.rows(sql`select 1 from order_term where workplace_id = ${workplaceId()} and term = ${term}`));
    expect(await found(order.name.replace('#', ''))).toHaveLength(1);
    expect(await found('jane')).toEqual([]);
    await expect(updateCustomer(deps, owner.who, { order_id: id, phone: PHONE })).rejects.toThrow('ORDER_ERASED');
  });

  it.each([
    ['a webhook', (id: string) => world.ordering.onOrderChanged(owner.scope, owner.storeId, id)],
    ['the poll', () => world.ordering.pollOrders(owner.scope, owner.storeId)],
    [
      'a fulfillment order',
      (id: string) =>
        orderBehind(deps, { ...world, onNewOrders: async () => undefined }, owner.scope, owner.storeId, id),
    ],
  ])('takes nothing of the shopper in again when %s reads the order later', async (_way, readAgain) => {
    const { order, id } = await completed();
    await requestErasure(deps, owner.who, { by: 'email', value: order.customerEmail ?? '' }, 'now');
    await work();
    expect(await traces()).toEqual([]);
    // Newer than what was read before, so that the reading is taken in.
    const updatedAt = new Date(Date.parse(order.updatedAt) + 60_000).toISOString();
    shop.orders.set(order.externalOrderId, {
      ...order,
      updatedAt,
      customerName: 'Jane Doe',
      customerEmail: 'jane9999@example.com',
      note: 'zz-secret: ring twice',
      shippingAddress: { ...order.shippingAddress, address1: '2 zz-secret Lane', countryCode: 'CA' },
      financialStatus: 'refunded',
    });
    await readAgain(order.externalOrderId);
    expect(
      await read((ex) =>
        ex.first(sql`select store_updated_at, financial_status, address, customer_name, customer_email, note, erased_at is not null as erased
          from sales_order where workplace_id = ${workplaceId()} and order_id = ${id}`),
      ),
    ).toEqual({
      store_updated_at: updatedAt,
      financial_status: 'refunded',
      address: { countryCode: 'CA' },
      customer_name: null,
      customer_email: null,
      note: null,
      erased: true,
    });
    expect(await traces()).toEqual([]);
  });

  it('waits for an order under way, and takes the completed ones meanwhile', async () => {
    const done = await completed();
    const open = await orderIn({ customerEmail: done.order.customerEmail as string });
    const wanted = { by: 'phone' as const, value: '001 217 555-0100' };
    await expect(requestErasure(deps, owner.who, wanted, 'now')).rejects.toThrow('PRIVACY_ORDERS_UNDER_WAY');
    expect(await requests()).toEqual([]);
    await requestErasure(deps, owner.who, wanted, 'completed');
    await work();
    expect(await requests()).toMatchObject([
      { state: 'waiting', outcome: { orders: 1, waits_for: [open.order.name] } },
    ]);
    await write((tx) =>
      tx.run(
        sql`update sales_order set cancelled_at = now() where workplace_id = ${workplaceId()} and order_id = ${open.id}`,
      ),
    );
    const [waiting] = await requests();
    await db.global((tx) => tx.run(sql`delete from test_job`));
    await checkRequest(deps, owner.who, waiting?.request_id ?? '');
    expect(await db.global((tx) => tx.rows(sql`select name from test_job`))).toEqual([{ name: 'work-privacy' }]);
    await work();
    expect(await requests()).toMatchObject([{ state: 'done', outcome: { orders: 2, waits_for: [] } }]);
    expect(await traces()).toEqual([]);
  });

  it('goes on in batches until nothing is left, and after a kill in the middle', async () => {
    const sums = () =>
      read((ex) =>
        ex.first<{ kept: number }>(sql`select count(*)::int as kept from sales_order
          where workplace_id = ${workplaceId()} and erased_at is null`),
      );
    for (let at = 0; at < 5; at += 1) await orderIn({ customerEmail: 'jane7000@example.com' });
    await write((tx) =>
      tx.run(sql`update sales_order set fulfillment_status = 'fulfilled' where workplace_id = ${workplaceId()}`),
    );
    await requestErasure(deps, owner.who, { by: 'email', value: 'jane7000@example.com' }, 'now');
    let batches = 0;
    const killed = {
      ...deps,
      db: {
        ...deps.db,
        tenant: ((scope, work) => {
          batches += 1;
          if (batches > 2) throw new Error('killed');
          return deps.db.tenant(scope, work);
        }) as typeof deps.db.tenant,
      },
    };
    await expect(workPrivacy(killed, owner.scope, 2)).rejects.toThrow('killed');
    expect(await sums()).toEqual({ kept: 1 });
    expect(await requests()).toMatchObject([{ state: 'open', outcome: { orders: 4 } }]);
    await workPrivacy(deps, owner.scope, 2);
    expect(await requests()).toMatchObject([{ state: 'done', outcome: { orders: 5 } }]);
    expect(await traces()).toEqual([]);
  });

  it('takes all completed orders although those under way fill a batch', async () => {
    const email = 'jane7000@example.com';
    for (let at = 0; at < 3; at += 1) await orderIn({ customerEmail: email });
    const done = await completed({ customerEmail: email });
    await requestErasure(deps, owner.who, { by: 'email', value: email }, 'completed');
    await workPrivacy(deps, owner.scope, 2);
    expect(await requests()).toMatchObject([{ state: 'waiting', outcome: { orders: 1 } }]);
    const left = await read((ex) =>
      ex.rows<{ order_id: string }>(
        sql`select order_id from sales_order where workplace_id = ${workplaceId()} and erased_at is not null`,
      ),
    );
    expect(left).toEqual([{ order_id: done.id }]);
  });

  it('can be cancelled while it waits: what is erased stays erased, the rest is kept, and the activity log says who did it', async () => {
    const done = await completed();
    const open = await orderIn({ customerEmail: done.order.customerEmail as string });
    const id = await requestErasure(
      deps,
      owner.who,
      { by: 'email', value: done.order.customerEmail ?? '' },
      'completed',
    );
    await work();
    const actor = { kind: 'member' as const, id: owner.scope.accountId, name: 'Ada', action: 'POST /privacy' };
    const who = { ...owner.who, scope: { ...owner.scope, actor } };
    await cancelRequest(deps, who, id);
    await write((tx) =>
      tx.run(
        sql`update sales_order set cancelled_at = now() where workplace_id = ${workplaceId()} and order_id = ${open.id}`,
      ),
    );
    await work();
    expect(await requests()).toMatchObject([
      { state: 'stopped', subject: {}, outcome: { orders: 1, stopped: 'cancelled', waits_for: [] } },
    ]);
    const left = await read((ex) =>
      ex.rows(sql`select order_id from sales_order where workplace_id = ${workplaceId()} and erased_at is null`),
    );
    expect(left).toEqual([{ order_id: open.id }]);
    const trail = await read((ex) =>
      ex.rows(sql`select actor_name, after ->> 'state' as state from audit_entry
        where workplace_id = ${workplaceId()} and entity = 'privacy_request' and entity_id = ${id} and actor_name = 'Ada'`),
    );
    expect(trail).toEqual([{ actor_name: 'Ada', state: 'stopped' }]);
    await expect(cancelRequest(deps, who, id)).rejects.toThrow('PRIVACY_ERASURE_NOT_FOUND');
  });

  it('stops between two batches when it is cancelled', async () => {
    for (let at = 0; at < 3; at += 1) await orderIn({ customerEmail: 'jane7000@example.com' });
    await write((tx) =>
      tx.run(sql`update sales_order set fulfillment_status = 'fulfilled' where workplace_id = ${workplaceId()}`),
    );
    const id = await requestErasure(deps, owner.who, { by: 'email', value: 'jane7000@example.com' }, 'now');
    let batches = 0;
    const tenant = (async (scope, work) => {
      batches += 1;
      if (batches === 2) await cancelRequest(deps, owner.who, id);
      return deps.db.tenant(scope, work);
    }) as typeof deps.db.tenant;
    await workPrivacy({ ...deps, db: { ...deps.db, tenant } }, owner.scope, 1);
    expect(await requests()).toMatchObject([{ state: 'stopped', outcome: { orders: 1, stopped: 'cancelled' } }]);
  });

  it('changes nothing of other shoppers', async () => {
    const address = { ...fakeOrder(1).shippingAddress, firstName: 'Zoe', lastName: 'Kay', phone: '+44 20 7946 0000' };
    await orderIn({ customerEmail: 'zoe@example.com', customerName: 'Zoe Kay', shippingAddress: address });
    const { order } = await completed();
    await requestErasure(deps, owner.who, { by: 'order', value: order.name }, 'now');
    await work();
    const left = await read((ex) =>
      ex.rows(sql`select customer_email from sales_order where workplace_id = ${workplaceId()} and erased_at is null`),
    );
    expect(left).toEqual([{ customer_email: 'zoe@example.com' }]);
  });
});

describe('the audit log', () => {
  it('still cannot be changed but by its one narrow way, and only in the workplace of the transaction', async () => {
    const { id } = await completed();
    await write((tx) =>
      tx.run(sql`insert into audit_entry (workplace_id, entry_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change, after)
        values (${workplaceId()}, ${newId()}, now(), 'member', 'ada', 'Ada', 'POST /x', 'product', 'p', 'changed', '{"note": "Of a product"}')`),
    );
    const entries = () =>
      read((ex) =>
        ex.rows<Record<string, unknown>>(
          sql`select * from audit_entry where workplace_id = ${workplaceId()} order by at, entry_id`,
        ),
      );
    const before = await entries();
    for (const statement of [
      sql`update audit_entry set actor_name = 'x' where workplace_id = ${workplaceId()}`,
      sql`delete from audit_entry where workplace_id = ${workplaceId()}`,
    ])
      await expect(write((tx) => tx.run(statement))).rejects.toThrow('permission denied');
    const [some] = before.filter((one) => one.entity === 'order' && JSON.stringify(one.after).includes('address_edit'));
    const own = sql`where workplace_id = ${workplaceId()} and entry_id = ${some?.entry_id}`;
    const erasing = sql`update audit_entry set after = erase_audit_facts(after)`;
    for (const statement of [
      sql`update audit_entry set after = '{"title": "x"}' ${own}`,
      sql`update audit_entry set before = after ${own}`,
      sql`update audit_entry set after = null ${own}`,
      sql`${erasing} where workplace_id = ${workplaceId()} and entity = 'product'`,
    ])
      await expect(write((tx) => tx.run(statement))).rejects.toThrow('only erased');
    const other = await world.owner();
    await expect(
      db.tenant(other.scope, (tx) => tx.run(sql`select erase_audit_names(${workplaceId()}::uuid, ${[id]}::text[])`)),
    ).rejects.toThrow('not the workplace of this transaction');
    expect(await entries()).toEqual(before);
    expect(await db.tenant(other.scope, (tx) => tx.run(sql`${erasing} ${own}`))).toBe(0);
    await write((tx) =>
      tx.run(
        sql`update audit_entry set before = erase_audit_facts(before), after = erase_audit_facts(after)
          where workplace_id = ${workplaceId()} and entity = 'order' and entity_id = ${id}`,
      ),
    );
    const after = await entries();
    const facts = ({ before: _before, after: _after, ...rest }: Record<string, unknown>) => rest;
    expect(after.map(facts)).toEqual(before.map(facts));
    expect(JSON.stringify(after)).toContain('"address_edit":"[erased]"');
    const changed = after.filter((one, at) => JSON.stringify(one) !== JSON.stringify(before[at]));
    expect(changed.map((one) => one.entity)).toEqual(changed.map(() => 'order'));
  });
});

describe('looking up and exporting', () => {
  it('shows what is held of a shopper, and hands it on whole', async () => {
    const { order, id } = await completed();
    const summary = await read((ex) =>
      shopperSummary(ex, workplaceId(), { by: 'phone', value: PHONE }, new Date(0).toISOString()),
    );
    expect(summary).toMatchObject({
      names: ['Jane Doe'],
      total: 1,
      under_way: 0,
      orders: [{ id, name: order.name, under_way: false }],
      suppliers: [],
    });
    // Our own warehouse erases when we ask; others are named, for a person to ask.
    await write((tx) => tx.run(sql`update supplier_order set supplier = 'cj' where workplace_id = ${workplaceId()}`));
    const elsewhere = await read((ex) =>
      shopperSummary(ex, workplaceId(), { by: 'phone', value: PHONE }, new Date(0).toISOString()),
    );
    expect(elsewhere.suppliers).toEqual(['CJ Dropshipping']);
    const { document } = await read((ex) =>
      exportShopper(
        ex,
        workplaceId(),
        texts,
        { ...NOBODY, emails: [order.customerEmail ?? ''] },
        { now: new Date().toISOString() },
      ),
    );
    expect(JSON.stringify(document)).toMatch(/Jane.*1 Main Street.*zz-secret/);
    expect(document.orders).toMatchObject([
      { order: order.name, items: [{}, {}], supplier_orders: [{}], parcels: [{ state: 'delivered' }] },
    ]);
    const nobody = await read((ex) =>
      shopperSummary(ex, workplaceId(), { by: 'phone', value: '12' }, new Date(0).toISOString()),
    );
    expect(nobody.total).toBe(0);
  });
});

describe('finding a shopper by phone', () => {
  const orderOf = (phone: string, countryCode: string, email: string) =>
    orderIn({
      customerEmail: email,
      shippingAddress: { ...fakeOrder(1).shippingAddress, phone, countryCode },
    });
  const found = (value: string) =>
    read((ex) => shopperSummary(ex, workplaceId(), { by: 'phone', value }, new Date(0).toISOString()));

  it('finds one number however its country code was written, by the country of the order', async () => {
    const ids = [
      await orderOf('0170 1234567', 'DE', 'jane1@example.com'),
      await orderOf('+49 170 1234567', 'FR', 'jane2@example.com'),
      await orderOf('0049 (0)170-1234567', 'DE', 'jane3@example.com'),
      await orderOf('491701234567', 'DE', 'jane4@example.com'),
    ].map((one) => one.id);
    await orderOf('0170 1234568', 'DE', 'zoe@example.com');
    for (const typed of ['+49 170 1234567', '0170 1234567', '0049 170 1234567', '+49 (0)170 1234567']) {
      const { orders } = await found(typed);
      expect(new Set(orders.map((one) => one.id)), typed).toEqual(new Set(ids));
    }
  });

  it.each([
    ['+39 06 6982 1234', '06 6982 1234', 'IT'],
    ['+36 30 123 4567', '06 30 123 4567', 'HU'],
    ['+7 912 345 67 89', '8 912 345-67-89', 'RU'],
    ['+1 217 555 0100', '1 (217) 555-0100', 'US'],
    ['+47 55 50 01 22', '55500122', 'NO'],
    ['+91 91987 65432', '91987 65432', 'IN'],
  ])('knows %s as %s in %s', async (full, national, country) => {
    const { id } = await orderOf(national, country, 'jane1@example.com');
    expect((await found(full)).orders.map((one) => one.id)).toEqual([id]);
  });

  it('asks for the country code where the number is that of shoppers in two countries', async () => {
    await orderOf('0170 1234567', 'DE', 'jane1@example.com');
    const dutch = await orderOf('0170 1234567', 'NL', 'zoe@example.com');
    await expect(found('0170 1234567')).rejects.toThrow('PRIVACY_PHONE_AMBIGUOUS');
    await expect(requestErasure(deps, owner.who, { by: 'phone', value: '0170 1234567' }, 'completed')).rejects.toThrow(
      'PRIVACY_PHONE_AMBIGUOUS',
    );
    expect((await found('+31 170 1234567')).orders.map((one) => one.id)).toEqual([dutch.id]);
  });
});

describe('with many orders in the workspace', () => {
  it.each([
    ['email', 'shopper4321@example.com'],
    ['phone', '0170 1004321'],
    ['order', '#104321'],
  ] as const)('a look-up by %s goes by an index', async (by, value) => {
    await fillOrders(db, { scope: owner.scope, storeId: owner.storeId, mode: 'sandbox', orders: 5_000 });
    await db.owner((tx) => tx.raw('analyze sales_order, order_contact, order_term'));
    const plans: string[] = [];
    const summary = await read((ex) => {
      const explained = async (query: Sql) => {
        const rows = await ex.rows<{ 'QUERY PLAN': string }>(sql`explain ${query}`);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      };
      const seen: Executor = {
        ...ex,
        rows: async (query) => explained(query).then(() => ex.rows(query)),
        first: async (query) => explained(query).then(() => ex.first(query)),
      };
      return shopperSummary(seen, workplaceId(), { by, value }, new Date(0).toISOString());
    });
    expect(summary.total).toBe(1);
    expect(plans.filter((plan) => /Seq Scan on (sales_order|order_contact|order_term)/.test(plan))).toEqual([]);
    const found = plans.filter((plan) => /Index Cond: .*(contact_key = |term = )/.test(plan));
    expect(found.length).toBeGreaterThan(0);
  });
});

describe('texts that people here wrote about an order', () => {
  it('are handed on, and erased with it', async () => {
    const { order, id } = await completed();
    await write(async (tx) => {
      await tx.run(sql`insert into refund_request (workplace_id, refund_request_id, order_id, store_id, supplier_order_id, supplier,
          type, reason, amount, currency, description, answer, requested_by, request_key, via, send_state)
        select workplace_id, ${newId()}, order_id, ${owner.storeId}, supplier_order_id, supplier, 'refund', 'damaged_item', 100, 'USD',
          'zz-secret: the cup broke', 'zz-secret: we agree', 'Ada', ${newId()}, 'manual', 'not_needed'
        from supplier_order where workplace_id = ${workplaceId()} and order_id = ${id} limit 1 returning 1`);
      await tx.run(sql`insert into order_return (workplace_id, return_id, order_id, store_id, name, order_name, kind, reason, customer_note,
          instructions, decision_note, request_key, requested_by)
        values (${workplaceId()}, ${newId()}, ${id}, ${owner.storeId}, '#1-R1', '#1', 'refund', 'other', 'zz-secret: too small',
          'zz-secret: for Jane', 'zz-secret: worn', ${newId()}, 'Ada')`);
      await tx.run(sql`insert into order_feedback (workplace_id, feedback_id, order_id, store_id, topic, text, account_id, created_by)
        values (${workplaceId()}, ${newId()}, ${id}, ${owner.storeId}, 'item', 'zz-secret: call back', ${owner.scope.accountId}, 'Ada')`);
    });
    const subject = { ...NOBODY, emails: [order.customerEmail ?? ''] };
    const exported = () =>
      read((ex) => exportShopper(ex, workplaceId(), texts, subject, { now: new Date().toISOString() }));
    expect((await exported()).document.orders).toMatchObject([
      {
        refund_requests: [{ description: 'zz-secret: the cup broke', answer: 'zz-secret: we agree' }],
        returns: [{ customer_note: 'zz-secret: too small', decision_note: 'zz-secret: worn' }],
        notes: [{ text: 'zz-secret: call back' }],
      },
    ]);
    await requestErasure(deps, owner.who, { by: 'email', value: order.customerEmail ?? '' }, 'now');
    await work();
    expect(await read((ex) => requestTexts(ex, workplaceId(), [id]))).toMatchObject([
      { facts: { description: '', answer: null } },
    ]);
    expect(await read((ex) => returnTexts(ex, workplaceId(), [id]))).toMatchObject([
      { facts: { customer_note: '', instructions: '', decision_note: null } },
    ]);
    expect(await read((ex) => feedbackTexts(ex, workplaceId(), [id]))).toMatchObject([{ facts: { text: '' } }]);
  });
});

describe('an export of many orders', () => {
  it('is handed on in parts that hold each order once', async () => {
    for (let at = 0; at < 5; at += 1) await orderIn({ customerEmail: 'jane7000@example.com' });
    const subject = { ...NOBODY, emails: ['jane7000@example.com'] };
    const names: unknown[] = [];
    let parts = 0;
    for (let after: string | null | undefined; after !== null; parts += 1) {
      const part = await read((ex) =>
        exportShopper(ex, workplaceId(), texts, subject, {
          now: new Date().toISOString(),
          most: 2,
          ...(after ? { after } : {}),
        }),
      );
      expect(part.document.is_complete).toBe(false);
      names.push(...(part.document.orders as { order: string }[]).map((one) => one.order));
      after = part.next_cursor;
    }
    expect(parts).toBe(3);
    expect(new Set(names).size).toBe(5);
    expect(names).toHaveLength(5);
  });
});

describe('requests of a platform', () => {
  it('cannot be cancelled here', async () => {
    const { order } = await orderIn();
    await redact([order.externalOrderId]);
    await work();
    const [request] = await requests();
    await expect(cancelRequest(deps, owner.who, request?.request_id ?? '')).rejects.toThrow(
      'PRIVACY_REQUEST_OF_PLATFORM',
    );
    expect(await requests()).toMatchObject([{ state: 'waiting' }]);
  });

  it('customers/redact erases the orders it names and those of the same e-mail, once, and tells the owner', async () => {
    const first = await completed();
    await redact([first.order.externalOrderId]);
    expect(
      await read((ex) =>
        ex.rows(
          sql`select kind from notification_event where workplace_id = ${workplaceId()} and kind = 'privacy_request'`,
        ),
      ),
    ).toHaveLength(1);
    await work();
    expect(await requests()).toMatchObject([{ state: 'done', kind: 'erase', origin: 'shopify' }]);
    expect(await traces()).toEqual([]);
    const key = newId();
    const request = { kind: 'export' as const, platformDomain: 'x', requestId: '9', customer: {}, orderIds: [] };
    for (const _twice of [1, 2]) await fileRequest(deps, owner.scope, asked(), request, key);
    expect((await requests()).filter((one) => one.kind === 'export')).toMatchObject([{ state: 'open' }]);
  });

  it('is carried out on the 29th day although an order is under way', async () => {
    const { order } = await orderIn();
    await redact([], order.customerEmail);
    await work();
    expect(await requests()).toMatchObject([{ state: 'waiting' }]);
    await write((tx) =>
      tx.run(
        sql`update privacy_request set requested_at = now() - interval '29 days 1 hour' where workplace_id = ${workplaceId()}`,
      ),
    );
    await work();
    expect(await requests()).toMatchObject([{ state: 'done', outcome: { orders: 1 } }]);
    expect(await traces()).toEqual([]);
    // It can no longer be bought: there is nowhere to send it.
    expect(
      await read((ex) =>
        ex.first(sql`select placement_status, problems from sales_order where workplace_id = ${workplaceId()}`),
      ),
    ).toMatchObject({
      placement_status: 'needs_attention',
      problems: [{ key: 'CustomerInformationIsNotValid' }],
    });
  });

  it('shop/redact erases every shopper of the shop, batch by batch, but not while it is connected', async () => {
    await completed();
    for (let at = 0; at < 3; at += 1) await orderIn();
    const gone = { kind: 'erase_store' as const, platformDomain: 'x', customer: {}, orderIds: [] };
    await fileRequest(deps, owner.scope, asked(), gone, newId());
    await work();
    expect(await requests()).toMatchObject([{ state: 'waiting' }]);
    expect(await traces()).not.toEqual([]);
    await write((tx) =>
      tx.run(
        sql`update store set status = 'uninstalled', owner_name = 'Jane Doe' where workplace_id = ${workplaceId()}`,
      ),
    );
    await work();
    expect(await requests()).toMatchObject([{ state: 'done', outcome: { orders: 4, erased: { shops: 1 } } }]);
    expect(await traces()).toEqual([]);
  });
});

it('the retention setting erases what ended long enough ago, and leaves the rest', async () => {
  const old = await completed();
  await completed();
  const open = await orderIn();
  await write(async (tx) => {
    await tx.run(sql`update sales_order set placed_at = now() - interval '14 months' where workplace_id = ${workplaceId()}
      and order_id = any(${[old.id, open.id]}::uuid[])`);
    await tx.run(sql`update shipment set shipped_at = now() - interval '13 months', delivered_at = now() - interval '13 months'
      where workplace_id = ${workplaceId()} and order_id = ${old.id}`);
  });
  await work();
  expect(await requests()).toEqual([]);
  // The preview counts what would be erased: not the open order, which is as old.
  const cutoff = retentionCutoff(Date.now(), 12);
  expect(await read((ex) => countOrdersEndedBefore(ex, workplaceId(), cutoff, 10))).toBe(1);
  await write((tx) => saveMonths(tx, workplaceId(), 12));
  await work();
  await work();
  expect(await requests()).toMatchObject([{ kind: 'retention', state: 'done', outcome: { orders: 1 } }]);
  const erased = await read((ex) =>
    ex.rows(sql`select order_id from sales_order where workplace_id = ${workplaceId()} and erased_at is not null`),
  );
  expect(erased).toEqual([{ order_id: old.id }]);
});
