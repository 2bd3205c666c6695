import { ConnectorError, type ShippingOption, type SupplierOrderInput } from '@quayside/connector-kit';
import { money, newId } from '@quayside/kernel';
import { fakeOrder, orderLine } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import { findLines } from '../orders/index.ts';
import { changePreference } from './actions/change-preference.ts';
import { readOrderSetting, saveOrderSetting, trySample } from './actions/order-settings.ts';
import { requestPlacement } from './actions/request-placement.ts';
import { findCarriers, findWarehouses } from './actions/supplier-shipping.ts';
import { NO_SETTING, type PlacementSetting, type ShippingRule } from './rules/choose-method.ts';
import { savePreference } from './setting-repo.ts';

vi.setConfig({ testTimeout: 120_000 });
const db = await testDatabase();
const world = await tradeWorld(db);
const { deps, own, cj, jobs, handlers } = world;

const option = (serviceName: string, cents: number): ShippingOption => ({ serviceName, amount: money(cents, 'USD') });
const RULE: ShippingRule = {
  country_code: null,
  weight_from: null,
  weight_to: null,
  cost_from: null,
  cost_to: null,
  shipping_method: 'Fast',
  otherwise: null,
};
const OFFERED = { US: [option('Slow', 300), option('Fast', 900)], DE: [option('Slow', 500)] };

let owner: Owner;
let sent: SupplierOrderInput[];
let at = 1;
const send = own.createOrder;
beforeEach(async () => {
  owner = await world.owner();
  own.shipping = OFFERED;
  cj.shipping = OFFERED;
  sent = [];
  own.createOrder = (ctx, input) => {
    sent.push(input);
    return send(ctx, input);
  };
  await db.global((tx) => tx.run(sql`delete from test_job`));
  await db.global((tx) => tx.run(sql`delete from source_quote`));
  await product('quayside', 'p-SKU-A', 'v-SKU-A');
});

const VARIANT = newId();

/** A product of a supplier in the workspace. */
async function product(source: string, sourceProductId: string, sourceVariantId: string): Promise<string> {
  const { workplaceId } = owner.scope;
  const productId = newId();
  await db.tenant(owner.scope, async (tx) => {
    await tx.run(sql`insert into product (workplace_id, product_id, source, mode, source_product_id, title, cost_from, cost_to,
        price_from, price_to, total_variants, original)
      values (${workplaceId}, ${productId}, ${source}, 'sandbox', ${sourceProductId}, 'Lamp', 1, 1, 1, 1, 1, ${json({})})`);
    await tx.run(sql`insert into product_variant (workplace_id, product_id, variant_id, source_variant_id, source_sku, sku, cost,
        price, position, weight_grams, option_values)
      values (${workplaceId}, ${productId}, ${VARIANT}, ${sourceVariantId}, 's', 's', 1000, 2000, 0, 400, '{Black,Large}')`);
  });
  return productId;
}

const save = (change: Partial<PlacementSetting>, source = 'quayside') =>
  saveOrderSetting(deps, owner.scope, source, { ...NO_SETTING, ...change });
/** The supplier answers what it offers to these countries. */
async function learn(...countries: string[]): Promise<void> {
  for (const country of countries) await findCarriers(deps, owner.scope, 'quayside', country);
  await world.settle(owner);
}
const refusal = (fields: object) => expect.objectContaining({ fields });
const bought = async (change: Parameters<typeof fakeOrder>[1] = {}) => {
  at += 1;
  const id = await world.request(owner, fakeOrder(at, { lines: [orderLine('a', 'SKU-A')], ...change }));
  await world.settle(owner);
  return id;
};

describe('order placement settings (R069)', () => {
  it('are used by the next order, and only then', async () => {
    await bought();
    expect(sent.map((one) => one.shippingMethod)).toEqual(['Slow']);
    await learn('US');
    await save({ rules: [{ ...RULE, country_code: 'US' }] });
    await bought();
    await bought({ shippingAddress: { ...fakeOrder(1).shippingAddress, countryCode: 'DE', postalCode: '10115' } });
    expect(sent.map((one) => one.shippingMethod)).toEqual(['Slow', 'Fast', 'Slow']);
  });

  it('choose by weight and cost', async () => {
    world.sources['SKU-A'] = { variantId: VARIANT };
    await learn('US');
    await save({ rules: [{ ...RULE, weight_to: 400, cost_to: 1_000 }] });
    await bought();
    const two = [orderLine('a', 'SKU-A', { quantity: 2, fulfillableQuantity: 2 })];
    await bought({ lines: two });
    expect(sent.map((one) => one.shippingMethod)).toEqual(['Fast', 'Slow']);
    delete world.sources['SKU-A'];
  });

  it('keep orders to other countries from being placed', async () => {
    await save({ countries: ['DE'] });
    at += 1;
    const id = await world.request(owner, fakeOrder(at, { lines: [orderLine('a', 'SKU-A')] }));
    const answer = await requestPlacement(deps, owner.scope, [{ order_id: id }], true);
    expect(answer.requested).toBe(0);
    expect(answer.failed.get(id)).toMatchObject([{ key: 'COUNTRY_EXCLUDED', params: { country: 'US' } }]);
  });

  it('refuse what does not exist at its field', async () => {
    await expect(save({ countries: ['DE', 'XX'] })).rejects.toEqual(
      refusal({ 'countries.1': ['ADDRESS_COUNTRY_UNKNOWN'] }),
    );
    await expect(save({ rules: [{ ...RULE, country_code: 'XX' }] })).rejects.toEqual(
      refusal({ 'rules.0.country_code': ['ADDRESS_COUNTRY_UNKNOWN'] }),
    );
    // The supplier wasn't asked yet: it is now, and the next try knows.
    for (const key of ['SHIPPING_METHOD_UNKNOWN_YET', 'SHIPPING_METHOD_UNKNOWN']) {
      await expect(save({ shipping_method: 'Teleport' })).rejects.toEqual(refusal({ shipping_method: [key] }));
      await world.settle(owner);
    }
    await expect(save({ rules: [RULE, { ...RULE, otherwise: 'Teleport' }] })).rejects.toEqual(
      refusal({ 'rules.1.otherwise': ['SHIPPING_METHOD_UNKNOWN'] }),
    );
    await expect(save({ warehouse: 'MARS' })).rejects.toEqual(refusal({ warehouse: ['WAREHOUSE_UNKNOWN'] }));
    await expect(save({ rules: [{ ...RULE, weight_from: 5, weight_to: 4 }] })).rejects.toEqual(
      refusal({ 'rules.0.weight_to': ['RULE_LIMITS_REVERSED'] }),
    );
    expect(await readOrderSetting(deps, owner.scope, 'quayside')).toMatchObject(NO_SETTING);
    await expect(readOrderSetting(deps, owner.scope, 'temu')).rejects.toEqual(
      refusal({ product_source: ['SUPPLIER_NOT_OFFERED'] }),
    );
  });

  it('show a sample order before they are saved', async () => {
    const parcel = { country: 'US', grams: 400, cost: 1_000 };
    const settings = { ...NO_SETTING, rules: [{ ...RULE, weight_to: 500 }] };
    // Until the supplier has answered, every method counts as offered, and the answer says that it waits.
    expect(await trySample(deps, owner.scope, 'quayside', settings, parcel)).toMatchObject({
      reason: 'rule',
      pending: true,
      offered: [],
    });
    await learn('US', 'DE');
    expect(await trySample(deps, owner.scope, 'quayside', settings, parcel)).toMatchObject({
      ships: true,
      reason: 'rule',
      row: 0,
      pending: false,
      shipping_method: 'Fast',
      item: { title: 'Lamp', variant_title: 'Black / Large' },
    });
    const to = (country: string) => trySample(deps, owner.scope, 'quayside', settings, { ...parcel, country });
    expect(await to('DE')).toMatchObject({ reason: 'cheapest', row: 0, shipping_method: 'Slow' });
    await expect(to('XX')).rejects.toEqual(refusal({ country_code: ['ADDRESS_COUNTRY_UNKNOWN'] }));
    expect((await findCarriers(deps, owner.scope, 'quayside', 'US')).names).toEqual(['Slow', 'Fast']);
  });

  it('answer from what is kept, and ask the supplier in a job, once', async () => {
    const asked: string[] = [];
    const quote = own.quoteShipping;
    own.quoteShipping = (ctx, input) => {
      asked.push(input.countryCode);
      return quote(ctx, input);
    };
    const first = await findCarriers(deps, owner.scope, 'quayside', 'US');
    expect(first).toMatchObject({ names: [], offered: [], pending: true, knownAt: null });
    await Promise.all([1, 2, 3].map(() => findCarriers(deps, owner.scope, 'quayside', 'US')));
    expect(asked).toEqual([]);
    await world.settle(owner);
    expect(asked).toEqual(['US']);
    expect(await findCarriers(deps, owner.scope, 'quayside', 'US')).toMatchObject({
      names: ['Slow', 'Fast'],
      pending: false,
      knownAt: expect.any(String),
    });
    expect(await jobs.waiting()).toEqual([]);
    // A method that is known already needs no request, nor does one for a country that names only known methods.
    const rules = ['DE', 'FR', 'US'].map((country_code) => ({ ...RULE, country_code, shipping_method: 'Slow' }));
    await save({ rules });
    await save({ rules: [], shipping_method: 'Fast' });
    expect(await jobs.waiting()).toEqual([]);
    expect(asked).toEqual(['US']);
    own.quoteShipping = quote;
  });

  it('say why a supplier could not be asked, and ask again when it can', async () => {
    const quote = own.quoteShipping;
    own.quoteShipping = async () => {
      throw new ConnectorError('auth', 'key refused');
    };
    await learn('US');
    expect(await findCarriers(deps, owner.scope, 'quayside', 'US')).toMatchObject({
      names: [],
      pending: false,
      problem: { key: 'OUTSIDE_KEY_REFUSED' },
    });
    own.quoteShipping = quote;
    await db.tenant(owner.scope, (tx) =>
      tx.run(
        sql`update supplier_quote set asked_at = seconds_after(asked_at, -120) where workplace_id = ${owner.scope.workplaceId}`,
      ),
    );
    await learn('US');
    expect(await findCarriers(deps, owner.scope, 'quayside', 'US')).toMatchObject({
      names: ['Slow', 'Fast'],
      problem: null,
    });
  });

  it('ask for a quote from the warehouse where the supplier offers a choice', async () => {
    const asked: (string | undefined)[] = [];
    const quote = cj.quoteShipping;
    cj.warehouses = async () => [{ code: 'US', name: 'US warehouse', countryCode: 'US' }];
    cj.quoteShipping = (ctx, input) => {
      asked.push(input.shipFrom);
      return quote(ctx, input);
    };
    const warehouses = () => findWarehouses(deps, owner.scope, 'cj');
    expect(await warehouses()).toMatchObject({ items: [], pending: true });
    await expect(save({ warehouse: 'US' }, 'cj')).rejects.toEqual(refusal({ warehouse: ['WAREHOUSE_UNKNOWN_YET'] }));
    await world.settle(owner);
    expect(await warehouses()).toMatchObject({ items: [{ code: 'US' }], pending: false, problem: null });
    await expect(save({ warehouse: 'MARS' }, 'cj')).rejects.toEqual(refusal({ warehouse: ['WAREHOUSE_UNKNOWN'] }));
    expect((await findWarehouses(deps, owner.scope, 'quayside')).items).toEqual([]);
    const answers = cj.warehouses;
    cj.warehouses = async () => {
      throw new ConnectorError('temporary', 'no route', { code: 'unreachable' });
    };
    await db.tenant(owner.scope, (tx) =>
      tx.run(sql`update supplier_warehouses set asked_at = now() - interval '1 hour', known_at = now() - interval '1 hour'
        where workplace_id = ${owner.scope.workplaceId}`),
    );
    expect(await warehouses()).toMatchObject({ items: [{ code: 'US' }], pending: false });
    await jobs.drain(handlers);
    // What was known stays beside the reason.
    expect(await warehouses()).toMatchObject({
      items: [{ code: 'US' }],
      problem: { key: 'OUTSIDE_UNREACHABLE', params: { name: expect.stringContaining('CJ') } },
    });
    cj.warehouses = answers;
    await world.settle(owner);
    await save({ warehouse: 'US' }, 'cj');
    world.sources['SKU-C'] = { source: 'cj' };
    await bought({ lines: [orderLine('c', 'SKU-C')] });
    expect(asked).toContain('US');
    expect(asked).not.toContain(undefined);
    delete cj.warehouses;
    cj.quoteShipping = quote;
  });
});

describe('the supplier preference (B332)', () => {
  it.each([
    ['quayside', 'quayside'],
    ['origin', 'cj'],
  ] as const)('%s buys a line at another supplier from %s', async (preference, source) => {
    const { workplaceId } = owner.scope;
    const listingId = newId();
    await db.tenant(owner.scope, async (tx) => {
      await savePreference(tx, workplaceId, preference);
      await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids)
        select ${workplaceId}, ${listingId}, product_id, ${owner.storeId}, 'listed', 'active', array[${VARIANT}::uuid]
        from product where workplace_id = ${workplaceId} limit 1 returning 1`);
      await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku)
        values (${workplaceId}, ${listingId}, ${VARIANT}, ${owner.storeId}, 'xv-SKU-R', 'SKU-R')`);
    });
    world.sources['SKU-R'] = { source: 'cj', replaced: true } as never;
    const id = await bought({ lines: [orderLine('r', 'SKU-R')] });
    const [line] = await db.read(owner.scope, (ex) => findLines(ex, workplaceId, [id]));
    expect(line).toMatchObject({ source, state: 'placed' });
    delete world.sources['SKU-R'];
    await jobs.drain(handlers);
  });

  it('makes estimates of open orders again when it changes, and only then', async () => {
    const { workplaceId } = owner.scope;
    const listingId = newId();
    await db.tenant(owner.scope, async (tx) => {
      await tx.run(sql`insert into listing (workplace_id, listing_id, product_id, store_id, state, publish_status, variant_ids)
        select ${workplaceId}, ${listingId}, product_id, ${owner.storeId}, 'listed', 'active', array[${VARIANT}::uuid]
        from product where workplace_id = ${workplaceId} limit 1 returning 1`);
      await tx.run(sql`insert into listing_variant (workplace_id, listing_id, variant_id, store_id, external_variant_id, sku)
        values (${workplaceId}, ${listingId}, ${VARIANT}, ${owner.storeId}, 'xv-SKU-R', 'SKU-R')`);
    });
    cj.shipping = { US: [option('Slow', 700)] };
    world.sources['SKU-R'] = { source: 'cj', replaced: true } as never;
    at += 1;
    const order = fakeOrder(at, { lines: [orderLine('r', 'SKU-R')] });
    world.shop.orders.set(order.externalOrderId, order);
    await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
    await world.settle(owner);
    const shipping = async () =>
      (
        await db.read(owner.scope, (ex) =>
          ex.first<{ expected_shipping: number | null }>(
            sql`select expected_shipping from sales_order where workplace_id = ${workplaceId}`,
          ),
        )
      )?.expected_shipping;
    expect(await shipping()).toBe(700);
    for (const [preference, cents] of [
      ['quayside', 300],
      ['origin', 700],
    ] as const) {
      await changePreference(deps, owner.scope, preference);
      await world.settle(owner);
      expect(await shipping()).toBe(cents);
    }
    await changePreference(deps, owner.scope, 'origin');
    expect(await jobs.waiting()).toEqual([]);
    delete world.sources['SKU-R'];
  });
});
