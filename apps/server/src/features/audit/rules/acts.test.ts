import { AUDIT_AREAS, AUDIT_ENTITIES } from '@quayside/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ACT_GAP_MS,
  type Act,
  type ActCursor,
  type Brief,
  decodeActCursor,
  encodeActCursor,
  foldActs,
} from './acts.ts';

const START = Date.parse('2026-05-01T12:30:00.000Z');
let last = 0;
/** An entry `ms` milliseconds after 12:30. */
function brief(ms: number, more: Partial<Brief> = {}): Brief {
  last += 1;
  return {
    entry_id: `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`,
    at: new Date(START + ms).toISOString(),
    actor_id: 'ada',
    action: 'POST /orders/v5/create',
    entity: 'order',
    entity_id: `o${last}`,
    change: 'changed',
    ...more,
  };
}

const newestFirst = (a: Brief, b: Brief): number => (`${a.at} ${a.entry_id}` < `${b.at} ${b.entry_id}` ? 1 : -1);

function fold(entries: readonly Brief[]): Act[] {
  const folded = foldActs(Number.POSITIVE_INFINITY);
  for (const entry of entries.toSorted(newestFirst)) folded.add(entry);
  return folded.result().acts;
}

const said = (acts: readonly Act[]) =>
  acts.map(({ change, count, entity, entries }) => [change, count, entity, entries]);

describe('an act', () => {
  it('is of orders, with their items and supplier orders, however many entries it takes', () => {
    const one = { entity_id: 'o1' };
    const two = { entity_id: 'o2' };
    const entries = [
      brief(0, { entity: 'supplier_order', change: 'created' }),
      brief(3, { entity: 'order_line' }),
      brief(5, one),
      brief(9_000, { entity: 'supplier_order', change: 'created' }),
      brief(9_004, { entity: 'order_line' }),
      brief(9_005, two),
      brief(9_006, two),
    ];
    expect(said(fold(entries))).toEqual([['changed', 2, 'order', 7]]);
    expect(fold(entries)[0]?.examples.map((example) => example.entity_id)).toEqual(['o2', 'o1']);
  });

  it('ends with a pause, the hour, another person, another call and another kind of thing', () => {
    expect(fold([brief(0), brief(ACT_GAP_MS)])).toHaveLength(1);
    expect(fold([brief(0), brief(ACT_GAP_MS + 1)])).toHaveLength(2);
    expect(fold([brief(29 * 60_000 + 59_000), brief(30 * 60_000)])).toHaveLength(2);
    expect(fold([brief(0), brief(1, { actor_id: 'bob' }), brief(2)])).toHaveLength(2);
    expect(fold([brief(0), brief(1, { action: 'POST /orders/v5/payment' }), brief(2)])).toHaveLength(2);
    expect(said(fold([brief(0, { entity: 'product' }), brief(1, { entity: 'listing' })]))).toEqual([
      ['changed', 1, 'listing', 1],
      ['changed', 1, 'product', 1],
    ]);
  });

  it('says what was added before what was removed, and that before what changed', () => {
    const store = (change: Brief['change'], id: string) => brief(0, { entity: 'store', change, entity_id: id });
    expect(said(fold([store('created', 'a'), store('changed', 'a'), store('removed', 'b')]))).toEqual([
      ['created', 1, 'store', 3],
    ]);
    expect(said(fold([store('changed', 'a'), store('removed', 'b')]))).toEqual([['removed', 1, 'store', 2]]);
  });

  it('has an area for each kind of thing', () => {
    expect(Object.values(AUDIT_AREAS).flat().toSorted()).toEqual(AUDIT_ENTITIES.toSorted());
  });
});

/** Reads pages as the query does: a seed of the oldest entries of each kind, then entries below the cursor. */
function readPage(all: readonly Brief[], size: number, chunk: number, cursor?: ActCursor) {
  const isBelow = ({ at, entry_id: id }: Brief) => !cursor || `${at} ${id}` < `${cursor.at} ${cursor.id}`;
  const upTo = cursor
    ? new Date(Math.min(Date.parse(cursor.at) + ACT_GAP_MS, Date.parse(cursor.newest))).toISOString()
    : '';
  const seed = new Map<string, Brief>();
  for (const one of cursor ? all.filter((entry) => !isBelow(entry) && entry.at <= upTo) : [])
    seed.set(`${one.actor_id} ${one.action} ${one.entity}`, one);
  const folded = foldActs(size, [...seed.values()].toSorted(newestFirst));
  let read = 0;
  for (const entry of all.filter(isBelow)) {
    if (folded.isComplete(entry.at)) break;
    if (read === chunk) folded.stop();
    folded.add(entry);
    read += 1;
  }
  const { acts, hasMore } = folded.result();
  const end = acts.at(-1)?.newest;
  const newest = cursor?.newest ?? all[0]?.at ?? '';
  return { acts, next: hasMore && end ? { at: end.at, id: end.entry_id, newest } : undefined };
}

const entryArb = fc.record({
  s: fc.integer({ min: 0, max: 4_000 }),
  actor_id: fc.constantFrom('ada', 'bob'),
  action: fc.constantFrom('POST /a', 'POST /b'),
  entity: fc.constantFrom('order' as const, 'order_line' as const, 'product' as const),
  entity_id: fc.constantFrom('1', '2', '3'),
  change: fc.constantFrom('created' as const, 'changed' as const, 'removed' as const),
});
const logArb = fc
  .array(entryArb, { maxLength: 60 })
  .map((many) => many.map(({ s, ...more }) => brief(s * 1_000, more)).toSorted(newestFirst));

describe('pages of acts', () => {
  it('have every act once and whole, whatever their size, while new entries are written', () => {
    fc.assert(
      fc.property(
        logArb,
        logArb,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 80 }),
        (log, more, size, chunk) => {
          const whole = fold(log);
          const newest = log[0]?.at ?? '';
          const later = more.map((entry) => ({
            ...entry,
            at: new Date(Date.parse(newest || entry.at) + 1 + Date.parse(entry.at) - START).toISOString(),
          }));
          const grown = [...later, ...log].toSorted(newestFirst);
          const found: Act[] = [];
          let cursor: ActCursor | undefined;
          for (let pages = 0; pages <= log.length; pages += 1) {
            const page = readPage(pages === 0 ? log : grown, size, chunk, cursor);
            expect(page.acts.length).toBeLessThanOrEqual(size);
            found.push(...page.acts);
            cursor = page.next;
            if (!cursor) break;
          }
          expect(found).toEqual(whole);
        },
      ),
    );
  });

  it('fold each entry into one act, and separate neighbors only where the rule does', () => {
    fc.assert(
      fc.property(logArb, (log) => {
        const acts = fold(log);
        expect(acts.reduce((sum, { entries }) => sum + entries, 0)).toBe(log.length);
        for (const { area, newest, oldest, entries } of acts) {
          const own = log.filter(
            (one) =>
              one.actor_id === newest.actor_id &&
              one.action === newest.action &&
              (AUDIT_AREAS[area] as readonly string[]).includes(one.entity) &&
              one.at >= oldest.at &&
              one.at <= newest.at,
          );
          // An act is what its actor, action, area and time find again.
          expect(own).toHaveLength(entries);
          for (const [at, one] of own.entries())
            expect(Date.parse(own[at - 1]?.at ?? one.at) - Date.parse(one.at)).toBeLessThanOrEqual(ACT_GAP_MS);
        }
      }),
    );
  });

  it('continue from a cursor, and start at the top without a valid one', () => {
    const cursor = {
      at: '2026-05-01T12:00:00.000Z',
      id: '01a20371-68a4-74d5-bb91-3da871d4ece0',
      newest: '2026-05-01T12:30:00.000Z',
    };
    expect(decodeActCursor(encodeActCursor(cursor))).toEqual(cursor);
    for (const text of [
      undefined,
      '',
      'x',
      '_',
      `${cursor.at}_${cursor.id}`,
      `${cursor.at}_${cursor.id}_x`,
      `_${cursor.newest}`,
    ])
      expect(decodeActCursor(text), text).toBeUndefined();
  });
});
