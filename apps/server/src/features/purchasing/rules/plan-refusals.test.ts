import type { ShippingOption } from '@quayside/connector-kit';
import { money } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { NO_SETTING } from './choose-method.ts';
import { type BuyConnection, type BuyLine, type BuyOrder, orderBar, planOrder, sumItems } from './plan-order.ts';
import { cheapest, getQuestion, planShipping, type Quoted } from './plan-shipping.ts';

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
const own: BuyConnection = {
  connection_id: 'c',
  supplier: 'quayside',
  mode: 'sandbox',
  payer: 'wallet',
  status: 'active',
  label: 'Quayside US',
  setting: NO_SETTING,
};
const option = (serviceName: string, amount: number, days?: number): ShippingOption => ({
  serviceName,
  amount: money(amount, 'USD'),
  ...(days === undefined ? {} : { deliveryDaysMax: days }),
});
const known = (...options: ShippingOption[]): Quoted => ({ state: 'known', options, stale: false });
const both = known(option('Fast', 900), option('Slow', 400));
type Options = Parameters<typeof planOrder>[4];
const plan = (lines: BuyLine[], connections = [own], options: Options = {}, quote: Quoted | undefined = both) =>
  planOrder(order, lines, connections, () => () => quote, options);

describe('an order as a whole', () => {
  it('is not bought where it is over, not paid for or goes nowhere', () => {
    expect(orderBar(order)).toBeUndefined();
    expect(orderBar({ ...order, financial_status: 'refunded' })).toBe('ORDER_REFUNDED');
    expect(orderBar({ ...order, financial_status: 'voided' })).toBe('ORDER_REFUNDED');
    expect(orderBar({ ...order, financial_status: 'pending' })).toBeUndefined();
    expect(planOrder({ ...order, cancelled_at: 'x' }, [line('1')], [own], () => () => both)).toEqual({
      packages: [],
      offers: [],
      plans: [],
      refused: [{ line_id: null, key: 'ORDER_CANCELLED' }],
    });
  });

  it('with nothing to buy says why', () => {
    const states = ['placing', 'placed', 'shipped', 'delivered'] as const;
    for (const state of states)
      expect(plan([line('1', { state }), line('2', { state: 'manual' })]).refused, state).toEqual([
        { line_id: null, key: 'ORDER_PLACED_ALREADY' },
      ]);
    for (const state of ['cancelled', 'manual', 'no_shipping'] as const)
      expect(plan([line('1', { state })]).refused, state).toEqual([{ line_id: null, key: 'ORDER_NOTHING_TO_PLACE' }]);
  });
});

describe('a line that is not bought', () => {
  it.each([
    [{ state: 'unmapped' }, 'LINE_UNMAPPED'],
    [{ state: 'placing' }, 'LINE_PLACED_ALREADY'],
    [{ state: 'placed' }, 'LINE_PLACED_ALREADY'],
    [{ state: 'manual' }, 'LINE_NOT_TO_PLACE'],
    [{ state: 'shipped' }, 'LINE_NOT_TO_PLACE'],
    [{ pieces: 0 }, 'LINE_NOT_TO_PLACE'],
  ] satisfies [Partial<BuyLine>, string][])('%j is named with %s', (more, key) => {
    const { refused, packages } = plan([line('1', more)], [own], { wanted: ['1'] });
    expect(packages).toEqual([]);
    expect(refused).toEqual([{ line_id: '1', key, params: { title: 'Line 1' } }]);
  });

  it('names the supplier that is missing, removed, of the other mode or cut off', () => {
    const why = (...connections: BuyConnection[]) => plan([line('1')], connections).refused[0];
    const refusal = (key: string, name: string) => ({ line_id: '1', key, params: { title: 'Line 1', name } });
    expect(why()).toEqual(refusal('SUPPLIER_NOT_CONNECTED', 'quayside'));
    expect(why({ ...own, status: 'removed' })).toEqual(refusal('SUPPLIER_NOT_CONNECTED', 'quayside'));
    expect(why({ ...own, supplier: 'cj' })).toEqual(refusal('SUPPLIER_NOT_CONNECTED', 'quayside'));
    expect(why({ ...own, mode: 'live' })).toEqual(refusal('SANDBOX_AND_LIVE_MIXED', 'Quayside US'));
    expect(why({ ...own, status: 'needs_reconnect' })).toEqual(refusal('SUPPLIER_NEEDS_RECONNECT', 'Quayside US'));
    expect(why({ ...own, mode: 'live', label: 'Real' }, own)).toBeUndefined();
  });

  it('that nobody has is named once', () => {
    const { refused } = plan([line('1')], [own], { named: ['9'], wanted: ['9', '1'] });
    expect(refused).toEqual([{ line_id: '9', key: 'LINE_NOT_FOUND' }]);
    expect(plan([line('1')], [own], { named: ['1'] }).refused).toEqual([]);
  });

  it('is named with the country where it cannot be sent', () => {
    const { refused } = plan([line('1')], [own], { alone: true }, known());
    expect(refused).toEqual([
      { line_id: '1', key: 'shipped_country_notfound', params: { title: 'Line 1', country: 'DE' } },
    ]);
  });
});

describe('what goods cost', () => {
  it('is not known without a currency, a cost or a line', () => {
    expect(sumItems([])).toBeNull();
    expect(sumItems([line('1', { cost_currency: null })])).toBeNull();
    expect(sumItems([line('1', { unit_cost: null })])).toBeNull();
    expect(sumItems([line('1', { unit_cost: 0 }), line('2', { pieces: 2 })])).toEqual({
      amount: 1_000,
      currency: 'USD',
    });
  });
});

describe('a service', () => {
  it('is the cheapest, and of equal ones the quicker', () => {
    expect(cheapest([])).toBeUndefined();
    expect(cheapest([option('A', 900), option('B', 400), option('C', 500)])?.serviceName).toBe('B');
    expect(cheapest([option('A', 400), option('B', 400, 9), option('C', 400, 5)])?.serviceName).toBe('C');
    expect(cheapest([option('A', 400, 1_000), option('B', 400)])?.serviceName).toBe('B');
  });

  it('that was chosen is taken, and missed by its name', () => {
    const chosen = (method: string) =>
      planShipping([line('1', { shipping_method: method })], () => both, false).packages;
    expect(chosen('Fast')).toEqual([
      expect.objectContaining({ method: 'Fast', option: option('Fast', 900), pending: false, problem: undefined }),
    ]);
    expect(chosen('Gone')).toEqual([
      expect.objectContaining({
        method: 'Gone',
        option: undefined,
        problem: { key: 'shipping_method_unavailable', params: { service: 'Gone' } },
      }),
    ]);
  });

  it('is not known while the supplier is asked, and says what he refused', () => {
    const answer = (quote: Quoted | undefined) => planShipping([line('1'), line('2')], () => quote, false);
    expect(answer({ state: 'asking', options: [], stale: false })).toMatchObject({
      pending: true,
      asks: [],
      packages: [{ option: undefined, pending: true, problem: undefined }],
    });
    expect(answer({ state: 'failed', options: [], stale: false })).toMatchObject({
      pending: false,
      packages: [{ method: null, pending: false, problem: { key: 'OrderFail' } }],
    });
    const error = { key: 'error_get_token' };
    expect(answer({ state: 'failed', options: [], stale: true, error })).toMatchObject({
      pending: true,
      packages: [{ pending: true, problem: error }],
    });
    expect(answer({ ...both, stale: true })).toMatchObject({ packages: [{ pending: true, method: 'Slow' }] });
    expect(answer(both)).toMatchObject({ pending: false, asks: [], packages: [{ pending: false }] });
  });

  it('is looked for line by line only where that is asked for, or there is one line', () => {
    expect(planShipping([line('1'), line('2')], () => both, false).options.size).toBe(0);
    expect([...planShipping([line('1')], () => both, false).options.keys()]).toEqual(['1']);
    const two = planShipping([line('1'), line('2')], () => both, true);
    expect([...two.options]).toEqual([
      ['1', both.options],
      ['2', both.options],
    ]);
    expect(planShipping([line('1')], () => ({ ...both, state: 'asking' }), true).options.size).toBe(0);
  });

  it('that sends two lines only apart says so of the one that goes nowhere', () => {
    const quote = (set: readonly BuyLine[]) => (set.length > 1 || set[0]?.line_id === '2' ? known() : both);
    const { packages } = planShipping([line('1'), line('2')], quote, false);
    expect(packages.map((one) => one.problem?.key)).toEqual([undefined, 'shipped_country_notfound']);
    expect(packages.map((one) => one.pending)).toEqual([false, false]);
  });
});

it('a question to a supplier is the same text for the same lines', () => {
  const to = { countryCode: 'DE', postalCode: undefined };
  const variant = (pieces: number, source_variant_id: string) => line('1', { pieces, source_variant_id });
  expect(getQuestion([variant(2, 'b'), variant(3, 'a'), variant(1, 'b')], to)).toBe(
    '["DE","",[["p1","a",3],["p1","b",1],["p1","b",2]]]',
  );
  expect(getQuestion([], { ...to, postalCode: '10115' })).toBe('["DE","10115",[]]');
});
