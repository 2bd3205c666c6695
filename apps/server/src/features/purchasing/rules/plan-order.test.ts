import type { ShippingOption } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SETTING } from './choose-method.ts';
import { type BuyConnection, type BuyLine, type BuyOrder, planOrder, quotedCosts, sumItems } from './plan-order.ts';
import { getQuestion, planShipping, type Quoted } from './plan-shipping.ts';

const line = (id: string, more: Partial<BuyLine> = {}): BuyLine => ({
  line_id: id,
  title: `Line ${id}`,
  state: 'ready',
  source: 'quayside',
  source_product_id: `p${id}`,
  source_variant_id: `v${id}`,
  source_sku: `s${id}`,
  pieces: 1,
  pieces_per_unit: 1,
  unit_cost: 500,
  cost_currency: 'USD',
  shipping_method: null,
  ...more,
});
const order: BuyOrder = {
  order_id: 'o',
  mode: 'sandbox',
  cancelled_at: null,
  financial_status: 'paid',
  address: { firstName: 'A', address1: 'B 1', city: 'C', countryCode: 'DE', postalCode: '10115' },
};
const connection = (supplier: BuyConnection['supplier'], more: Partial<BuyConnection> = {}): BuyConnection => ({
  connection_id: supplier,
  supplier,
  mode: 'sandbox',
  payer: 'wallet',
  status: 'active',
  label: supplier,
  setting: NO_SETTING,
  ...more,
});
const option = (serviceName: string, amount: number): ShippingOption => ({ serviceName, amount: money(amount, 'USD') });
const known = (...options: ShippingOption[]): Quoted => ({ state: 'known', options, stale: false });
const both = known(option('Fast', 900), option('Slow', 400));
const always = (quote: Quoted | undefined) => () => () => quote;
const suppliers = [connection('quayside'), connection('cj')];

describe('buying an order', () => {
  it('makes one supplier order per supplier and service', () => {
    const lines = [line('1'), line('2', { source: 'cj' }), line('3'), line('4', { shipping_method: 'Fast' })];
    const { packages, refused } = planOrder(order, lines, suppliers, always(both));
    expect(refused).toEqual([]);
    expect(packages.map((one) => [one.connection.supplier, one.method, one.lines.map((l) => l.line_id)])).toEqual([
      ['quayside', 'Slow', ['1', '3']],
      ['quayside', 'Fast', ['4']],
      ['cj', 'Slow', ['2']],
    ]);
  });

  it('buys a bundle with all of its open parts or not at all', () => {
    const mug = line('1');
    const spoon = line('2', { source: 'cj', bundle_line_id: '1' });
    const other = line('3');
    const bought = (lines: BuyLine[], wanted?: string[], quote: Parameters<typeof planOrder>[3] = always(both)) => {
      const { packages, refused } = planOrder(order, lines, suppliers, quote, wanted ? { wanted } : {});
      const ids = packages.filter((one) => !one.problem).flatMap((one) => one.lines.map((l) => l.line_id));
      return [ids, refused.map(({ line_id, key }) => [line_id, key])];
    };
    expect(bought([mug, spoon, other])).toEqual([['1', '3', '2'], []]);
    expect(bought([mug, spoon, other], ['2'])).toEqual([['1', '2'], []]);
    expect(bought([mug, { ...spoon, state: 'unmapped', source: null }, other])).toEqual([
      ['3'],
      [
        ['2', 'LINE_UNMAPPED'],
        ['1', 'BUNDLE_PART_REFUSED'],
      ],
    ]);
    const unshipped = (one: BuyConnection) => () => (one.supplier === 'cj' ? known() : both);
    expect(bought([mug, spoon, other], undefined, unshipped)[0]).toEqual(['3']);
    // What is bought already keeps the missing part from nothing.
    expect(bought([{ ...mug, state: 'placed' }, spoon], ['1', '2'])).toEqual([['2'], [['1', 'LINE_PLACED_ALREADY']]]);
  });

  it('takes up what is ready and names the rest', () => {
    const lines = [
      line('1'),
      line('2', { state: 'unmapped', source: null }),
      line('3', { state: 'blocked' }),
      line('4', { state: 'placed' }),
      line('5', { state: 'manual' }),
    ];
    const { packages, refused } = planOrder(order, lines, suppliers, always(both));
    expect(packages.flatMap((one) => one.lines.map((l) => l.line_id))).toEqual(['1']);
    expect(refused.map(({ line_id, key }) => [line_id, key])).toEqual([
      ['2', 'LINE_UNMAPPED'],
      ['3', 'LINE_BLOCKED'],
    ]);
  });

  it('tries a line that failed again only when it is asked for by name', () => {
    const lines = [line('1'), line('3', { state: 'blocked' }), line('4', { state: 'placed' })];
    const plan = planOrder(order, lines, suppliers, always(both), { wanted: ['3', '4', '9'] });
    expect(plan.packages.flatMap((one) => one.lines.map((l) => l.line_id))).toEqual(['3']);
    expect(plan.refused.map(({ line_id, key }) => [line_id, key])).toEqual([
      ['9', 'LINE_NOT_FOUND'],
      ['4', 'LINE_PLACED_ALREADY'],
    ]);
  });

  it('never takes a held line, not even when it is requested by name', () => {
    const lines = [line('1'), line('2', { held: true }), line('3', { held: true, state: 'blocked' })];
    const plan = planOrder(order, lines, suppliers, always(both), { wanted: ['1', '2', '3'] });
    expect(plan.packages.flatMap((one) => one.lines.map((l) => l.line_id))).toEqual(['1']);
    expect(plan.refused.map(({ line_id, key }) => [line_id, key])).toEqual([
      ['2', 'MAPPING_HELD'],
      ['3', 'MAPPING_HELD'],
    ]);
  });

  it('refuses whole orders with the reason', () => {
    const why = (more: Partial<BuyOrder>) =>
      planOrder({ ...order, ...more }, [line('1')], suppliers, always(both)).refused[0]?.key;
    expect(why({ cancelled_at: 'x' })).toBe('ORDER_CANCELLED');
    expect(why({ financial_status: 'voided' })).toBe('ORDER_REFUNDED');
    expect(why({ financial_status: 'failed' })).toBe('ORDER_PAYMENT_FAILED');
    expect(why({ address: {} })).toBe('error_save_all_address');
    const left = (state: 'placed' | 'manual') =>
      planOrder(order, [line('1', { state })], suppliers, always(both)).refused[0]?.key;
    expect(left('placed')).toBe('ORDER_PLACED_ALREADY');
    expect(left('manual')).toBe('ORDER_NOTHING_TO_PLACE');
  });

  it('lets play and real never meet', () => {
    const live = [connection('quayside', { mode: 'live' })];
    expect(planOrder(order, [line('1')], live, always(both)).refused[0]?.key).toBe('SANDBOX_AND_LIVE_MIXED');
    expect(planOrder({ ...order, mode: 'live' }, [line('1')], suppliers, always(both)).refused[0]?.key).toBe(
      'SANDBOX_AND_LIVE_MIXED',
    );
    expect(planOrder(order, [line('1', { source: 'ebay' })], suppliers, always(both)).refused[0]?.key).toBe(
      'SUPPLIER_NOT_CONNECTED',
    );
    fc.assert(
      fc.property(fc.constantFrom('live', 'sandbox'), fc.constantFrom('live', 'sandbox'), (a, b) => {
        const plan = planOrder({ ...order, mode: a }, [line('1')], [connection('quayside', { mode: b })], always(both));
        for (const one of plan.packages) expect(one.connection.mode).toBe(a);
      }),
    );
  });

  it('puts every wanted line into exactly one package or among the refused', () => {
    const states = ['ready', 'blocked', 'unmapped', 'placed', 'placing', 'manual'] as const;
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            state: fc.constantFrom(...states),
            source: fc.constantFrom('quayside', 'cj', 'ebay'),
            method: fc.constantFrom(null, 'Fast', 'Slow', 'Gone'),
          }),
          { maxLength: 6 },
        ),
        (specs) => {
          const lines = specs.map((spec, at) =>
            line(String(at), { state: spec.state, source: spec.source as 'cj', shipping_method: spec.method }),
          );
          const wanted = lines.map((one) => one.line_id);
          const plan = planOrder(order, lines, suppliers, always(both), { wanted });
          const named = [
            ...plan.packages.flatMap((one) => one.lines.map((l) => l.line_id)),
            ...plan.refused.flatMap((one) => one.line_id ?? []),
          ].sort();
          expect(named).toEqual([...wanted].sort());
        },
      ),
    );
  });

  it('knows what goods cost only when all of it is known', () => {
    expect(sumItems([line('1', { pieces: 3 }), line('2')])).toEqual({ amount: 2000, currency: 'USD' });
    expect(sumItems([line('1'), line('2', { unit_cost: null })])).toBeNull();
    expect(sumItems([line('1'), line('2', { cost_currency: 'EUR' })])).toBeNull();
  });

  it('keeps the costs of a supplier order in one currency, and none that was told in another', () => {
    const euro = line('1', { cost_currency: 'EUR' });
    const unknown = line('2', { unit_cost: null, cost_currency: null });
    const costs = quotedCosts([unknown, euro], money(400, 'USD'));
    expect(costs).toMatchObject({ currency: 'EUR', items: null, shipping: null });
    expect([unknown, euro, line('3')].map(costs.unitCost)).toEqual([null, 500, null]);
    expect(quotedCosts([line('1'), line('2')], money(400, 'USD'))).toMatchObject({
      currency: 'USD',
      items: 1000,
      shipping: 400,
    });
    expect(quotedCosts([unknown], money(400, 'GBP'))).toMatchObject({ currency: 'GBP', items: null, shipping: 400 });
  });
});

describe('choosing shipping', () => {
  it('asks once for each set it needs and says that it waits', () => {
    const plan = planShipping([line('1'), line('2')], () => undefined, true);
    expect(plan.asks.map((set) => set.map((l) => l.line_id))).toEqual([['1'], ['2'], ['1', '2']]);
    expect(plan).toMatchObject({ pending: true, packages: [{ method: null, pending: true }] });
    expect(planShipping([line('1')], () => ({ ...both, stale: true }), false)).toMatchObject({
      pending: true,
      packages: [{ method: 'Slow' }],
    });
  });

  it('leaves out and names a line that cannot be sent there; the rest goes on', () => {
    const quote = (set: readonly BuyLine[]) => (set.some((l) => l.line_id === '2') ? known() : both);
    const plan = planShipping([line('1'), line('2')], quote, true);
    expect(plan.unshippable.map((l) => l.line_id)).toEqual(['2']);
    expect(plan.packages).toMatchObject([{ method: 'Slow', lines: [{ line_id: '1' }] }]);
  });

  it('sends apart what cannot go together', () => {
    const quote = (set: readonly BuyLine[]) => (set.length > 1 ? known() : both);
    const plan = planShipping([line('1'), line('2')], quote, true);
    expect(plan.packages.map((one) => one.lines.length)).toEqual([1, 1]);
  });

  it('says when the chosen service is not to be had', () => {
    const plan = planShipping([line('1', { shipping_method: 'Gone' })], () => both, false);
    expect(plan.packages[0]?.problem?.key).toBe('shipping_method_unavailable');
  });

  it('puts the same question for the same lines in whatever order', () => {
    const to = { countryCode: 'DE', postalCode: '10115' };
    expect(getQuestion([line('1'), line('2')], to)).toBe(getQuestion([line('2'), line('1')], to));
    expect(getQuestion([line('1')], to)).not.toBe(getQuestion([line('1', { pieces: 2 })], to));
    expect(getQuestion([line('1')], to)).not.toBe(getQuestion([line('1')], { ...to, countryCode: 'FR' }));
  });
});
