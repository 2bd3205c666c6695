import { AUTO_UPDATE_DEFAULTS, type AutoUpdateRules } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SupplierFact } from '../tables.ts';
import { decideChanges, type ListedVariant, type ListingToDecide, type RulePrice } from './decide-changes.ts';

const NO_LIMITS = { change_percent: null, change_amount: null, day_percent: null, day_amount: null };
const rules = (change: Partial<AutoUpdateRules> = {}): AutoUpdateRules => ({
  cost_up: 'follow',
  cost_down: 'follow',
  limits: NO_LIMITS,
  out_of_stock: 'zero',
  back_in_stock: 'restore',
  vanished: 'draft',
  shipping_up: 'follow',
  shipping_down: 'follow',
  shipping_gone: 'draft',
  shipping_back: 'restore',
  ...change,
});
const fact = (variantId: string, change: Partial<SupplierFact> = {}): SupplierFact => ({
  variant_id: variantId,
  product_id: 'p',
  currency: 'USD',
  cost_was: 1_000,
  cost: 1_000,
  stock_was: 10,
  stock: 10,
  found_was: true,
  found: true,
  at: '2026-01-01T00:00:00Z',
  ...change,
});
const price = (change: Partial<RulePrice> = {}): RulePrice => ({
  now: 2_500,
  compareNow: null,
  wanted: 3_000,
  compareWanted: null,
  floor: 1_200,
  dayStart: 2_500,
  isEdited: false,
  withShipping: true,
  ...change,
});
const variant = (variantId: string, change: Partial<ListedVariant> = {}): ListedVariant => ({
  variantId,
  seen: { found: true, stock: 10 },
  price: price(),
  stopped: undefined,
  ...change,
});
const listing = (variants: ListedVariant[], change: Partial<ListingToDecide> = {}): ListingToDecide => ({
  status: 'active',
  sellsOutOfStock: false,
  ships: true,
  variants,
  drafted: undefined,
  ...change,
});
const decide = (given: AutoUpdateRules, one: ListingToDecide, ...facts: SupplierFact[]) =>
  decideChanges(given, one, new Map(facts.map((entry) => [entry.variant_id, entry])));
const OUT = { seen: { found: true, stock: 0 } };
const GONE = { seen: { found: false, stock: null } };
const out = (id: string) => fact(id, { stock: 0 });
const gone = (id: string) => fact(id, { found: false, stock: null, cost: null });
const back = (id: string, stock = 8) => fact(id, { stock_was: 0, stock });
const stopped = { changeId: 'c1', before: 6, isHold: false, cause: 'out_of_stock' as const };

describe('a cost that changes', () => {
  const up = fact('a', { cost: 1_200 });
  const down = fact('a', { cost: 800 });

  it('moves the price to what the rule makes of it', () => {
    expect(decide(rules(), listing([variant('a')]), up).changes).toEqual([
      { variantId: 'a', cause: 'cost_up', rule: 'follow', after: { field: 'price', price: 3_000 } },
    ]);
    const lower = variant('a', { price: price({ wanted: 2_000, compareNow: 4_000, compareWanted: 3_500 }) });
    expect(decide(rules(), listing([lower]), down).changes).toEqual([
      { variantId: 'a', cause: 'cost_down', rule: 'follow', after: { field: 'price', price: 2_000, compare: 3_500 } },
    ]);
  });

  it.each([
    ['nothing', { cost_up: 'nothing' }, {}, []],
    ['a notice', { cost_up: 'notify' }, {}, [{ kind: 'told', cause: 'cost_up' }]],
    ['a notice without a price', {}, undefined, [{ kind: 'left', cause: 'cost_up', key: 'AUTO_UPDATE_NO_PRICE' }]],
    [
      'a notice for a price set by a person',
      {},
      { isEdited: true },
      [{ kind: 'left', cause: 'cost_up', key: 'AUTO_UPDATE_PRICE_EDITED' }],
    ],
    [
      'a notice below the floor',
      {},
      { floor: 3_001 },
      [{ kind: 'left', cause: 'cost_up', key: 'AUTO_UPDATE_BELOW_FLOOR' }],
    ],
    ['nothing where the rule would lower it', {}, { wanted: 2_400 }, []],
    ['nothing where the price is right', {}, { wanted: 2_500 }, []],
  ] as const)('comes to %s', (_what, change, given, notices) => {
    const one = variant('a', { price: given && price(given) });
    expect(decide(rules(change), listing([one]), up)).toEqual({ changes: [], notices });
  });

  it.each([
    [{ change_percent: 19 }, {}],
    [{ change_amount: 499 }, {}],
    [{ day_percent: 25 }, { dayStart: 2_300 }],
    [{ day_amount: 600 }, { dayStart: 2_300 }],
  ])('waits for a person beyond %j', (limits, given) => {
    const one = listing([variant('a', { price: price(given) })]);
    const limited = rules({ limits: { ...NO_LIMITS, ...limits } });
    expect(decide(limited, one, up).changes).toMatchObject([{ approval: 'AUTO_UPDATE_LIMIT' }]);
    const [[name, most] = ['', 0]] = Object.entries(limits);
    const wider = rules({ limits: { ...NO_LIMITS, [name]: most + 101 } });
    expect(decide(wider, one, up).changes[0]).not.toHaveProperty('approval');
  });
});

describe('shipping that changes', () => {
  const AT = '2026-01-01T00:00:00Z';
  const ship = (change: object = {}) => ({ cost_was: 400, cost: 600, ships_was: true, ships: true, at: AT, ...change });
  const dearer = fact('a', { ship: ship() });
  const cheaper = fact('a', { ship: ship({ cost: 300 }) });
  const ended = fact('a', { ship: ship({ cost: null, ships: false }) });
  const again = fact('a', { ship: ship({ cost: 400, ships_was: false }) });
  const unshipped = (variants: ListedVariant[], change: Partial<ListingToDecide> = {}) =>
    listing(variants, { ships: false, ...change });

  it('moves the price to what a rule with shipping makes of it', () => {
    expect(decide(rules(), listing([variant('a')]), dearer).changes).toEqual([
      { variantId: 'a', cause: 'shipping_up', rule: 'follow', after: { field: 'price', price: 3_000 } },
    ]);
    const lower = variant('a', { price: price({ wanted: 2_000 }) });
    expect(decide(rules(), listing([lower]), cheaper).changes).toMatchObject([{ cause: 'shipping_down' }]);
  });

  it('moves it once where the cost changed too, in the direction of what is followed', () => {
    const both = fact('a', { cost: 1_200, ship: ship() });
    expect(decide(rules(), listing([variant('a')]), both).changes).toMatchObject([{ cause: 'cost_up' }]);
    const opposite = fact('a', { cost: 800, ship: ship() });
    expect(decide(rules(), listing([variant('a')]), opposite).changes).toMatchObject([{ cause: 'shipping_up' }]);
    expect(decide(rules({ shipping_up: 'nothing' }), listing([variant('a')]), opposite).changes).toEqual([]);
  });

  it.each([
    ['nothing', { shipping_up: 'nothing' }, {}, []],
    ['a notice', { shipping_up: 'notify' }, {}, [{ kind: 'told', cause: 'shipping_up' }]],
    [
      'a notice where the rule has no shipping',
      {},
      { withShipping: false },
      [{ kind: 'left', cause: 'shipping_up', key: 'AUTO_UPDATE_SHIPPING_EXCLUDED' }],
    ],
    [
      'a notice below the floor',
      {},
      { floor: 3_001 },
      [{ kind: 'left', cause: 'shipping_up', key: 'AUTO_UPDATE_BELOW_FLOOR' }],
    ],
    ['nothing where the rule would lower it', {}, { wanted: 2_400 }, []],
  ] as const)('comes to %s', (_what, change, given, notices) => {
    expect(decide(rules(change), listing([variant('a', { price: price(given) })]), dearer)).toEqual({
      changes: [],
      notices,
    });
  });

  it('waits for a person beyond the limits', () => {
    const limited = rules({ limits: { ...NO_LIMITS, change_percent: 10 } });
    expect(decide(limited, listing([variant('a')]), dearer).changes).toMatchObject([{ approval: 'AUTO_UPDATE_LIMIT' }]);
  });

  it('unpublishes a product that is no longer shipped, stops its stock, or only tells', () => {
    expect(decide(rules(), unshipped([variant('a'), variant('b')]), ended).changes).toEqual([
      { variantId: null, cause: 'shipping_gone', rule: 'draft', after: { field: 'status', status: 'draft' } },
    ]);
    for (const action of ['zero', 'hold'] as const)
      expect(decide(rules({ shipping_gone: action }), unshipped([variant('a')]), ended).changes).toEqual([
        { variantId: 'a', cause: 'shipping_gone', rule: action, after: { field: 'stock', stock: 0 } },
      ]);
    expect(decide(rules({ shipping_gone: 'notify' }), unshipped([variant('a')]), ended)).toEqual({
      changes: [],
      notices: [{ kind: 'told', cause: 'shipping_gone' }],
    });
    expect(decide(rules({ shipping_gone: 'nothing' }), unshipped([variant('a')]), ended).changes).toEqual([]);
  });

  it('stops only the bundle of which a part is no longer shipped', () => {
    const one = listing([variant('a', { ships: false }), variant('b')]);
    expect(decide(rules(), one, ended).changes).toEqual([
      { variantId: 'a', cause: 'shipping_gone', rule: 'draft', after: { field: 'stock', stock: 0 } },
    ]);
    const held = { ...stopped, cause: 'shipping_gone' as const };
    const part = variant('a', { ships: false, stopped: held });
    expect(decide(rules(), listing([part, variant('b')]), again).changes).toEqual([]);
    expect(decide(rules(), unshipped([{ ...part, ships: true }, variant('b')]), again).changes).toMatchObject([
      { cause: 'shipping_back', undoes: 'c1' },
    ]);
  });

  it('stops a variant once that is out of stock at the same time', () => {
    const both = fact('a', { stock: 0, ship: ship({ cost: null, ships: false }) });
    const one = unshipped([variant('a', OUT), variant('b')]);
    expect(decide(rules({ shipping_gone: 'zero' }), one, both).changes).toHaveLength(1);
  });

  it('restores what the rule changed once the product is shipped again, and is in stock', () => {
    const held = { ...stopped, cause: 'shipping_gone' as const };
    expect(decide(rules(), listing([variant('a', { stopped: held })]), again).changes).toMatchObject([
      { cause: 'shipping_back', after: { field: 'stock', stock: 6 }, undoes: 'c1' },
    ]);
    const drafted = { changeId: 'c2', before: 'active', cause: 'shipping_gone' as const };
    expect(decide(rules(), listing([variant('a')], { status: 'draft', drafted }), again).changes).toMatchObject([
      { cause: 'shipping_back', after: { field: 'status', status: 'active' }, undoes: 'c2' },
    ]);
    const off = rules({ shipping_back: 'nothing' });
    expect(decide(off, listing([variant('a', { stopped: held })]), again).changes).toEqual([]);
    expect(decide(rules(), listing([variant('a', { ...OUT, stopped: held })]), again).changes).toEqual([]);
    // In stock again, but still not shipped.
    expect(decide(rules(), unshipped([variant('a', { stopped })]), back('a')).changes).toEqual([]);
  });
});

describe('a variant that runs out of stock', () => {
  it.each(['zero', 'hold'] as const)('is stopped by %s', (action) => {
    const one = listing([variant('a', OUT), variant('b')]);
    expect(decide(rules({ out_of_stock: action }), one, out('a')).changes).toEqual([
      { variantId: 'a', cause: 'out_of_stock', rule: action, after: { field: 'stock', stock: 0 } },
    ]);
  });

  it('unpublishes the product once all variants are out, and is stopped until then', () => {
    const given = rules({ out_of_stock: 'draft' });
    expect(decide(given, listing([variant('a', OUT), variant('b')]), out('a')).changes).toMatchObject([
      { variantId: 'a', after: { field: 'stock', stock: 0 } },
    ]);
    const all = [variant('a', { ...OUT, stopped }), variant('b', OUT)];
    expect(decide(given, listing(all), out('b')).changes).toEqual([
      { variantId: null, cause: 'out_of_stock', rule: 'draft', after: { field: 'status', status: 'draft' } },
    ]);
    expect(decide(given, listing(all, { status: 'draft' }), out('b')).changes).toEqual([]);
  });

  it('stays on sale where customers can buy what is out of stock, which is said', () => {
    expect(decide(rules(), listing([variant('a', OUT)], { sellsOutOfStock: true }), out('a'))).toEqual({
      changes: [],
      notices: [{ kind: 'left', cause: 'out_of_stock', key: 'AUTO_UPDATE_SELLS_OUT' }],
    });
  });

  it('is left where it was out before, or is stopped already', () => {
    expect(decide(rules(), listing([variant('a', OUT)]), fact('a', { stock_was: 0, stock: 0 })).changes).toEqual([]);
    expect(decide(rules(), listing([variant('a', { ...OUT, stopped })]), out('a')).changes).toEqual([]);
  });
});

describe('a product that is gone at its supplier', () => {
  const all = listing([variant('a', GONE), variant('b', GONE)]);
  it('follows its own rule once no variant is found', () => {
    expect(decide(rules(), all, gone('a'), gone('b')).changes).toMatchObject([{ cause: 'vanished', rule: 'draft' }]);
    expect(decide(rules({ vanished: 'zero' }), all, gone('a'), gone('b')).changes).toHaveLength(2);
    expect(decide(rules({ vanished: 'notify' }), all, gone('a'), gone('b'))).toEqual({
      changes: [],
      notices: [{ kind: 'told', cause: 'vanished' }],
    });
  });

  it('counts as out of stock while others are found', () => {
    expect(decide(rules(), listing([variant('a', GONE), variant('b')]), gone('a')).changes).toMatchObject([
      { cause: 'out_of_stock', after: { field: 'stock', stock: 0 } },
    ]);
  });
});

describe('a variant that is back', () => {
  it('gets what we took, but not more than the supplier has', () => {
    const one = listing([variant('a', { stopped })]);
    expect(decide(rules(), one, back('a')).changes).toEqual([
      {
        variantId: 'a',
        cause: 'back_in_stock',
        rule: 'restore',
        expected: { field: 'stock', stock: 0 },
        after: { field: 'stock', stock: 6 },
        undoes: 'c1',
      },
    ]);
    const few = listing([variant('a', { stopped, seen: { found: true, stock: 2 } })]);
    expect(decide(rules(), few, back('a', 2)).changes).toMatchObject([{ after: { stock: 2 } }]);
  });

  it('is published again', () => {
    const one = listing([variant('a'), variant('b', OUT)], {
      status: 'draft',
      drafted: { changeId: 'c2', before: 'active', cause: 'vanished' },
    });
    expect(decide(rules(), one, back('a')).changes).toMatchObject([
      { variantId: null, expected: { status: 'draft' }, after: { field: 'status', status: 'active' }, undoes: 'c2' },
    ]);
  });

  it.each([
    ['on hold', {}, { ...stopped, isHold: true }],
    ['nothing is ours', {}, undefined],
    ['the rule is off', { back_in_stock: 'nothing' }, stopped],
  ] as const)('stays where it is: %s', (_why, change, held) => {
    expect(decide(rules(change), listing([variant('a', { stopped: held })]), back('a')).changes).toEqual([]);
  });
});

const action = <T extends string>(...values: readonly T[]) => fc.constantFrom(...values);
const amount = fc.integer({ min: 1, max: 100_000 });
const limit = fc.option(fc.integer({ min: 1, max: 500 }));
const anyRules: fc.Arbitrary<AutoUpdateRules> = fc.record({
  cost_up: action('nothing', 'notify', 'follow'),
  cost_down: action('nothing', 'notify', 'follow'),
  limits: fc.record({ change_percent: limit, change_amount: limit, day_percent: limit, day_amount: limit }),
  out_of_stock: action('nothing', 'zero', 'hold', 'draft'),
  back_in_stock: action('nothing', 'restore'),
  vanished: action('notify', 'zero', 'draft'),
  shipping_up: action('nothing', 'notify', 'follow'),
  shipping_down: action('nothing', 'notify', 'follow'),
  shipping_gone: action('nothing', 'notify', 'zero', 'hold', 'draft'),
  shipping_back: action('nothing', 'restore'),
});
const stock = fc.option(fc.integer({ min: 0, max: 3 }));
const anyVariant = fc.record({
  price: fc.option(
    fc.record({
      now: amount,
      compareNow: fc.option(amount),
      wanted: amount,
      compareWanted: fc.option(amount),
      floor: amount,
      dayStart: amount,
      isEdited: fc.boolean(),
      withShipping: fc.boolean(),
    }),
    { nil: undefined },
  ),
  stopped: fc.option(
    fc.record({
      changeId: fc.constant('c'),
      before: stock,
      isHold: fc.boolean(),
      cause: fc.constantFrom('out_of_stock' as const, 'shipping_gone' as const),
    }),
    { nil: undefined },
  ),
  fact: fc.record({
    cost_was: fc.option(amount),
    cost: fc.option(amount),
    stock_was: stock,
    stock,
    found_was: fc.boolean(),
    found: fc.boolean(),
  }),
});

const anyShip = fc
  .record({
    cost_was: fc.option(amount),
    cost: amount,
    ships_was: fc.boolean(),
    ships: fc.boolean(),
    at: fc.constant('2026-01-01T00:00:00Z'),
  })
  .map((ship) => ({ ...ship, cost: ship.ships ? ship.cost : null }));

it('no rule passes the floor or the limits unasked, reverses a direction, or touches what did not move', () => {
  fc.assert(
    fc.property(
      anyRules,
      fc.array(anyVariant, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.option(anyShip),
      (given, parts, sellsOut, ship) => {
        const facts = parts.map((part, at) => fact(`v${at}`, { ...part.fact, ...(ship ? { ship } : {}) }));
        const variants = parts.map(({ price: own, stopped: held, fact: seen }, at) =>
          variant(`v${at}`, { price: own, stopped: held, seen: { found: seen.found, stock: seen.stock } }),
        );
        const { changes } = decide(
          given,
          listing(variants, { sellsOutOfStock: sellsOut, ships: ship?.ships ?? true }),
          ...facts,
        );
        const keys = changes.map(({ variantId, after }) => `${variantId} ${after.field}`);
        expect(new Set(keys).size).toBe(keys.length);
        for (const { variantId, after, approval, cause, undoes } of changes) {
          const at = variants.findIndex((one) => one.variantId === variantId);
          const own = variants[at]?.price;
          if (after.field === 'price') {
            if (!own) throw new Error('a price without a rule price');
            expect(after.price).toBeGreaterThanOrEqual(own.floor);
            expect(own.isEdited).toBe(false);
            expect(Math.sign(after.price - own.now)).toBe(cause === 'cost_up' || cause === 'shipping_up' ? 1 : -1);
            if (cause.startsWith('shipping_')) expect([own.withShipping, ship?.ships]).toEqual([true, true]);
            const { change_percent: percent, change_amount: most } = given.limits;
            if (!approval && percent !== null)
              expect(Math.abs(after.price - own.now) * 100).toBeLessThanOrEqual(percent * own.now);
            if (!approval && most !== null) expect(Math.abs(after.price - own.now)).toBeLessThanOrEqual(most);
          }
          if (cause === 'shipping_gone') expect(ship).toMatchObject({ ships: false, ships_was: true });
          if (undoes !== undefined) expect(ship?.ships ?? true).toBe(true);
          if (after.field === 'stock' && undoes === undefined) expect([after.stock, sellsOut]).toEqual([0, false]);
        }
        expect(decideChanges(given, listing(variants), new Map())).toEqual({ changes: [], notices: [] });
      },
    ),
  );
});

it('the defaults change no price', () => {
  const { cost_up, cost_down, shipping_up, shipping_down } = AUTO_UPDATE_DEFAULTS;
  expect([cost_up, cost_down, shipping_up, shipping_down]).not.toContain('follow');
});

describe('a listing of which one unit takes several pieces', () => {
  const pack = (stock: number, change: Partial<ListedVariant> = {}) =>
    listing([variant('v', { pieces: 3, seen: { found: true, stock }, ...change })]);

  it('is out of stock once the supplier has too little for one unit', () => {
    expect(decide(rules(), pack(2), fact('v', { stock: 2 })).changes).toMatchObject([
      { after: { field: 'stock', stock: 0 }, cause: 'out_of_stock' },
    ]);
    expect(decide(rules(), pack(3), fact('v', { stock: 3 })).changes).toEqual([]);
    expect(
      decide(rules(), listing([variant('v', { seen: { found: true, stock: 2 } })]), fact('v', { stock: 2 })).changes,
    ).toEqual([]);
  });

  it('gets back no more units than the supplier has pieces for', () => {
    const stopped = { changeId: 'c', before: 9, isHold: false, cause: 'out_of_stock' as const };
    expect(decide(rules(), pack(8, { stopped }), fact('v', { stock_was: 2, stock: 8 })).changes).toMatchObject([
      { after: { field: 'stock', stock: 2 }, undoes: 'c' },
    ]);
  });
});
