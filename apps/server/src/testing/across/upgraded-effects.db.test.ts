import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { afterAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { readWallet } from '../../features/wallet/index.ts';
import { databaseBeforeSquash } from '../db/database-before-squash.ts';
import { type Owner, tradeWorld } from '../fakes/trade-world.ts';

/**
 * Placing, paying and syncing parcels in every open state, in a database of the version before the squash that this version takes
 * over. upgraded-pushes.db.test.ts does the same for pushes and top-ups.
 */
const MONEY = 1_000_000;
const COST = 2_400;

/** What a worker may leave behind. `stands`: the call had its effect and its answer was lost. */
const LEFT = [
  { name: 'requested' },
  { name: 'claimed', held: true },
  { name: 'sent', held: true, sent: true },
  { name: 'sent', held: true, sent: true, stands: true },
  { name: 'unknown', unknown: true, sent: true },
  { name: 'unknown', unknown: true, sent: true, stands: true },
  { name: 'backed off', pauses: 4 },
] as const satisfies readonly Left[];

interface Left {
  name: string;
  held?: boolean;
  sent?: boolean;
  unknown?: boolean;
  stands?: boolean;
  pauses?: number;
}

interface Case {
  effect: 'place' | 'pay' | 'report';
  left: Left;
  at: number;
  orderId: string;
  purchaseId: string;
  shipmentId: string;
}

const cases: Case[] = (['place', 'pay', 'report'] as const).flatMap((effect, nth) =>
  LEFT.map((left, of) => ({
    effect,
    left,
    at: 1 + nth * LEFT.length + of,
    orderId: newId(),
    purchaseId: newId(),
    shipmentId: newId(),
  })),
);

const before = await databaseBeforeSquash();
afterAll(() => before.drop());

const scope = { accountId: newId(), workplaceId: newId() };
const [storeId, connectionId] = [newId(), newId()];
await before.write(async ({ client, put, seal }) => {
  const { accountId: account_id, workplaceId: workplace_id } = scope;
  await put('account', { account_id, email: 'ada@example.com' });
  await put('workplace', { workplace_id, account_id, name: 'Test' });
  await put('member', { account_id, workplace_id, role: 'owner' });
  await put('open_work_directory', { workplace_id, account_id });
  await put('store', {
    ...{ workplace_id, store_id: storeId, account_id, platform: 'woocommerce', platform_domain: 'shop.example.com' },
    ...{
      base_url: 'http://127.0.0.1:9/shop',
      mode: 'sandbox',
      status: 'active',
      store_name: 'A shop',
      currency: 'USD',
    },
    credentials: seal({ key: 'good' }, `store:${storeId}`),
  });
  await put('supplier_connection', {
    ...{ workplace_id, connection_id: connectionId, supplier: 'quayside', label: 'Quayside', mode: 'sandbox' },
    ...{ payer: 'wallet', status: 'active', credentials: seal({}, `supplier:${connectionId}`) },
  });
  await put('wallet', { account_id, mode: 'sandbox', bonus: MONEY });

  const past = new Date(Date.now() - 20 * 60_000).toISOString();
  /** The columns that an open effect has, and those of one that has not begun or has ended. */
  const open = ({ held, sent, unknown, pauses = 0 }: Left, names: { waiting: string; sending: string }) => ({
    state: held ? names.sending : unknown ? 'unknown' : names.waiting,
    attempts: sent ? 1 : 0,
    sent_at: sent ? past : null,
    shared: {
      pauses,
      next_attempt_at: past,
      claimed_by: held ? newId() : null,
      claimed_until: held ? past : null,
    },
  });
  for (const { effect, left, at: n, orderId, purchaseId, shipmentId } of cases) {
    const order = fakeOrder(n);
    const rows = { workplace_id, order_id: orderId };
    await put('sales_order', {
      ...{ ...rows, store_id: storeId, mode: 'sandbox', external_order_id: order.externalOrderId, name: order.name },
      ...{ placed_at: order.createdAt, store_updated_at: order.updatedAt, read_at: order.updatedAt, currency: 'USD' },
      ...{ subtotal: 5_000, shipping_total: 500, tax_total: 0, discount_total: 0, total: 5_500 },
      ...{ financial_status: 'paid', fulfillment_status: 'unfulfilled', ship_country: 'US' },
      ...{ placement_status: effect === 'place' ? 'placing' : 'placed', public_tracking_id: newId() },
      address: JSON.stringify(order.shippingAddress),
    });
    const state = { place: 'placing', pay: 'placed', report: 'shipped' }[effect];
    const lines = order.lines.map((line, position) => ({ ...line, line_id: newId(), position }));
    for (const { line_id, externalLineId, sku, title, position } of lines)
      await put('order_line', {
        ...{ ...rows, line_id, external_line_id: externalLineId, sku, title, quantity: 1, fulfillable_quantity: 1 },
        ...{ unit_price: 2_500, source: 'quayside', source_product_id: `p-${sku}`, source_variant_id: `v-${sku}` },
        ...{ source_sku: `s-${sku}`, unit_cost: 1_000, cost_currency: 'USD', state, position },
        ...{ supplier_order_id: purchaseId, product_id: newId(), variant_id: newId() },
      });
    const placing = open(left, { waiting: 'requested', sending: 'placing' });
    const paying = open(left, { waiting: 'requested', sending: 'paying' });
    const telling = open(left, { waiting: 'waiting', sending: 'sending' });
    const placed = {
      ...{ source_order_no: `quayside-${n}`, order_number: `QW-${n}`, remote_state: 'created', placed_at: past },
      ...{ items_cost: 2_000, shipping_cost: 400, total_cost: COST, attempts: 1, sent_at: past },
    };
    await put('supplier_order', {
      ...{ ...rows, supplier_order_id: purchaseId, connection_id: connectionId, supplier: 'quayside', mode: 'sandbox' },
      ...{ reference: `R${n}`, payer: 'wallet', address: JSON.stringify(order.shippingAddress), placement_id: newId() },
      ...{ quoted_items: 2_000, quoted_shipping: 400, shipping_method: 'Standard' },
      ...(effect === 'place'
        ? { state: placing.state, attempts: placing.attempts, sent_at: placing.sent_at, ...placing.shared }
        : { state: 'placed', ...placed }),
      ...(effect === 'pay'
        ? {
            ...{
              pay_state: paying.state,
              pay_attempts: paying.attempts,
              pay_sent_at: paying.sent_at,
              ...paying.shared,
            },
            ...{ payment_reference: `P${n}`, pay_round: 1, pay_amount: COST },
          }
        : {}),
      ...(effect === 'report' ? { pay_state: 'paid', paid_at: past, remote_state: 'shipped', shipped_at: past } : {}),
    });
    for (const { line_id, sku } of lines)
      await put('supplier_order_line', {
        ...{ ...rows, supplier_order_id: purchaseId, line_id, source_product_id: `p-${sku}` },
        ...{ source_variant_id: `v-${sku}`, sku: `s-${sku}`, quantity: 1, unit_cost: 1_000 },
      });
    // A worker reserves the money when it claims the payment.
    if (effect === 'pay' && (left.held || left.sent)) {
      const posting_id = newId();
      await client.query('begin');
      await put('ledger_posting', {
        ...{ account_id, posting_id, mode: 'sandbox', kind: 'reserve', idempotency_key: `reserve:P${n}` },
      });
      const entries = { 'wallet:bonus': -COST, 'wallet:reserved': COST };
      for (const [entry, [ledger_account, amount]] of Object.entries(entries).entries())
        await put('ledger_entry', { account_id, posting_id, entry_no: entry + 1, ledger_account, amount });
      await client.query('update wallet set bonus = bonus - $1, reserved = reserved + $1', [COST]);
      await client.query('commit');
    }
    if (effect === 'report') {
      await put('shipment', {
        ...{ ...rows, shipment_id: shipmentId, store_id: storeId, supplier_order_id: purchaseId, source: 'quayside' },
        ...{ source_order_no: `QW-${n}`, remote_parcel_id: 'one', carrier: 'DHL', tracking_number: `T${n}` },
        ...{ state: 'in_transit', report_state: telling.state, attempts: telling.attempts, sent_at: telling.sent_at },
        ...telling.shared,
      });
      for (const { line_id } of lines)
        await put('shipment_line', { workplace_id, shipment_id: shipmentId, line_id, quantity: 1 });
    }
  }
});

const db = await before.upgrade();
const world = await tradeWorld(db);
const { own, shop } = world;

it('each effect that was open at the upgrade ends once: none is lost, none is done again', async () => {
  const read = <T>(text: string) =>
    db.tenant(scope, async (tx) => (await tx.raw(text, [scope.workplaceId])).rows as unknown as T[]);
  // The state of the supplier and the store at the upgrade.
  for (const { effect, left, at: n, shipmentId } of cases) {
    const order = fakeOrder(n);
    shop.orders.set(order.externalOrderId, order);
    const lines = order.lines.map(({ sku }) => ({ sourceVariantId: `v-${sku}`, quantity: 1 }));
    const input = { reference: `R${n}`, lines } as Parameters<typeof own.createOrder>[1];
    const stood = effect !== 'place' || left.stands;
    if (stood) {
      const made = await own.createOrder(world.deps as never, input);
      const kept = own.books.orders.find((one) => one.supplierOrderId === made.supplierOrderId);
      if (kept && effect !== 'place') Object.assign(kept, { supplierOrderId: `quayside-${n}`, number: `QW-${n}` });
    }
    if (effect === 'pay' && left.stands) {
      const amount = { amount: COST, currency: 'USD' };
      own.books.payments.push({ supplierOrderId: `quayside-${n}`, reference: `P${n}`, amount });
    }
    if (effect === 'report' && left.stands)
      shop.fulfillments.push({
        id: `f-${n}`,
        input: {
          externalOrderId: order.externalOrderId,
          ref: shipmentId,
          lines: order.lines.map(({ externalLineId }) => ({ externalLineId, quantity: 1 })),
          tracking: { carrier: '', number: `T${n}` },
          notifyCustomer: true,
          completesOrder: true,
        },
      });
  }
  const owner = { scope, storeId } as Owner;
  for (let round = 0; round < 6; round++) {
    await world.passTime(owner, 900);
    await world.sweeping.now();
    await world.settle(owner);
  }

  const rows = await read<{ reference: string; state: string; pay_state: string }>(
    'select reference, state, pay_state from supplier_order where workplace_id = $1',
  );
  const endOf = (one: Case) => rows.find((row) => row.reference === `R${one.at}`);
  const told = await read<{ shipment_id: string; report_state: string }>(
    'select shipment_id, report_state from shipment where workplace_id = $1',
  );
  for (const one of cases) {
    const what = `${one.effect} ${one.left.name}${one.left.stands ? ', stands' : ''}`;
    const paid = one.effect === 'place' ? 'unpaid' : 'paid';
    expect(endOf(one), what).toMatchObject({ state: 'placed', pay_state: paid });
    expect(own.books.orders.filter((made) => made.reference === `R${one.at}`).length, what).toBe(1);
    const payments = own.books.payments.filter((made) => made.reference === `P${one.at}`);
    expect(payments.length, what).toBe(one.effect === 'pay' ? 1 : 0);
    if (one.effect !== 'report') continue;
    expect(told.find((row) => row.shipment_id === one.shipmentId)?.report_state, what).toBe('sent');
    const external = fakeOrder(one.at).externalOrderId;
    expect(shop.fulfillments.filter((made) => made.input.externalOrderId === external).length, what).toBe(1);
  }
  const wallet = await db.read(scope, (ex) => readWallet(ex, scope.accountId, 'sandbox'));
  expect(wallet).toMatchObject({ bonus: MONEY - LEFT.length * COST, topup: 0, reserved: 0 });
  const held = await db.tenant(scope, (tx) =>
    tx.rows(sql`select 1 from supplier_order where workplace_id = ${scope.workplaceId} and claimed_until is not null
      union all select 1 from shipment where workplace_id = ${scope.workplaceId} and claimed_until is not null`),
  );
  expect(held).toEqual([]);
}, 240_000);
