import { MONITORING_DEFAULTS } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeenRow } from '../tables.ts';
import { hasCostChanged, judgeCheck, type RecordedVariant, type SupplierReport } from './judge-check.ts';

const NOW = '2026-03-01T08:00:00.000Z';
const variant = (at: number, change: Partial<RecordedVariant> = {}): RecordedVariant => ({
  variant_id: `v${at}`,
  product_id: 'p',
  source_variant_id: `s${at}`,
  sku: `SKU-${at}`,
  option_values: [`Red ${at}`],
  cost: 1000,
  stock: 10,
  enabled: true,
  ...change,
});
type Wishes = Parameters<typeof judgeCheck>[3];
/** Looks one after another at one variant, as the supplier says in turn; undefined: he does not know it. */
function looks(says: readonly (SupplierReport | undefined)[], wishes: Partial<Wishes> = {}, first = variant(1)) {
  let kept = first;
  let before = new Map<string, SeenRow>();
  return says.map((now) => {
    const told = new Map(now ? [[kept.source_variant_id, now]] : []);
    const judged = judgeCheck([kept], before, told, { ...MONITORING_DEFAULTS, ...wishes }, NOW);
    before = new Map(judged.rows.map((row) => [row.variant_id, row]));
    for (const { cost, stock } of judged.takes) kept = { ...kept, cost: cost ?? kept.cost, stock: stock ?? kept.stock };
    return { ...judged, kept, kinds: judged.news.map((one) => one.kind) };
  });
}

describe('a cost that moved', () => {
  it('is told beyond the percentage and not at it', () => {
    expect(hasCostChanged(1000, 1050, 5)).toBe(false);
    expect(hasCostChanged(1000, 1051, 5)).toBe(true);
    expect(hasCostChanged(1000, 949, 5)).toBe(true);
    expect(hasCostChanged(0, 1, 100)).toBe(true);
    expect(hasCostChanged(0, 0, 1)).toBe(false);
  });

  it('is told once, and marked until it is taken over or falls back', () => {
    const [first, second, third] = looks([{ cost: 1200 }, { cost: 1200 }, { cost: 1000 }]);
    expect(first?.news).toEqual([{ kind: 'cost_moved', cost: 1200, was: 1000 }]);
    expect(first?.marks.cost_moved).toBe(true);
    expect(second?.news).toEqual([]);
    expect(second?.marks.cost_moved).toBe(true);
    expect(third?.news).toEqual([{ kind: 'cost_moved', cost: 1000, was: 1200 }]);
    expect(third?.marks.cost_moved).toBe(false);
  });

  it('is told when small moves have added up, also where each is taken over', () => {
    for (const cost_follows of ['tell', 'take'] as const)
      expect(looks([{ cost: 1030 }, { cost: 1050 }, { cost: 1080 }], { cost_follows }).map((one) => one.kinds)).toEqual(
        [[], [], ['cost_moved']],
      );
  });

  it('is taken over where the owner wants it, and then bears no mark', () => {
    const [look] = looks([{ cost: 1010, stock: 3 }], { cost_follows: 'take', stock_follows: 'take' });
    expect(look?.takes).toEqual([{ sourceVariantId: 's1', cost: 1010, stock: 3 }]);
    expect(look?.marks.cost_moved).toBe(false);
    expect(looks([{ cost: 1010, stock: 3 }])[0]?.takes).toEqual([]);
  });

  it('of several variants is told by the largest move', () => {
    const told = new Map([
      ['s1', { cost: 1100 }],
      ['s2', { cost: 700 }],
    ]);
    const judged = judgeCheck([variant(1), variant(2)], new Map(), told, MONITORING_DEFAULTS, NOW);
    expect(judged.news).toEqual([{ kind: 'cost_moved', cost: 700, was: 1000 }]);
  });
});

describe('stock', () => {
  it('that ended is told once, and that it is back', () => {
    const kinds = looks([{ stock: 0 }, { stock: 0 }, { stock: 4 }, { stock: 5 }]).map((one) => one.kinds);
    expect(kinds).toEqual([['stock_ended'], [], ['stock_back'], []]);
  });
  it('that had ended before it was watched is no news, but marked', () => {
    const [look] = looks([{ stock: 0 }], {}, variant(1, { stock: 0 }));
    expect(look?.kinds).toEqual([]);
    expect(look?.marks.out_of_stock).toBe(true);
  });
  it('is not told where the owner does not want it', () => {
    expect(looks([{ stock: 0 }], { tell_stock: false })[0]?.kinds).toEqual([]);
  });
});

describe('a variant that is gone', () => {
  it('is told once, keeps what was said before, and is told when it is there again', () => {
    const [there, gone, still, again] = looks([
      { cost: 1000, stock: 5 },
      undefined,
      undefined,
      { cost: 1000, stock: 5 },
    ]);
    expect(there?.kinds).toEqual([]);
    expect(gone?.kinds).toEqual(['product_gone']);
    expect(gone?.rows[0]).toMatchObject({ found: false, cost: 1000, stock: 5, seen_at: NOW });
    expect(still?.kinds).toEqual([]);
    expect(still?.marks.gone).toBe(true);
    expect(again?.kinds).toEqual(['stock_back']);
  });
  it('is neither told nor marked where it is not sold', () => {
    const [look] = looks([undefined], {}, variant(1, { enabled: false }));
    expect(look).toMatchObject({ news: [], marks: { gone: false } });
    expect(look?.rows[0]?.found).toBe(false);
  });
});

it('says nothing new when the supplier says the same again, whatever he says', () => {
  const told = fc.option(
    fc.record({ cost: fc.integer({ min: 0, max: 5000 }), stock: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: [] }),
    { nil: undefined },
  );
  fc.assert(
    fc.property(told, told, fc.constantFrom('tell', 'take'), (one, two, cost_follows) => {
      const [, , again] = looks([one, two, two], { cost_follows: cost_follows as 'tell' });
      expect(again?.news).toEqual([]);
    }),
  );
});
