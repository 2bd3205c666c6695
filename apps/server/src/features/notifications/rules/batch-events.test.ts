import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  batchEvents,
  GAP_MS,
  getGroupKey,
  LONGEST_MS,
  NAMES_MOST,
  type NotificationEventRow,
  type NotificationRow,
} from './batch-events.ts';

const START = Date.parse('2031-03-01T10:00:00.000Z');
let next = 0;
const event = (change: Partial<NotificationEventRow> & { ms?: number } = {}): NotificationEventRow => {
  next += 1;
  const { ms = 0, ...rest } = change;
  return {
    event_id: `e${next}`,
    kind: 'order_received',
    store_id: 's1',
    is_sandbox: false,
    subject_id: `o${next}`,
    subject_name: `#${next}`,
    params: {},
    once_key: null,
    at: new Date(START + ms).toISOString(),
    ...rest,
  };
};
let made = 0;
const makeId = () => {
  made += 1;
  return `n${made}`;
};
const run = (events: NotificationEventRow[], latest: NotificationRow[] = []) => batchEvents(events, latest, makeId);

describe('gathering what happened', () => {
  it('makes one notification of five hundred orders', () => {
    const { added, changed } = run(Array.from({ length: 500 }, (_none, at) => event({ ms: at * 100 })));
    expect(changed).toEqual([]);
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({ count: 500, area: 'order', kind: 'order_received' });
    expect(added[0]?.subjects).toHaveLength(NAMES_MOST);
  });

  it('keeps stores, kinds, and play and earnest apart', () => {
    const { added } = run([
      event(),
      event({ store_id: 's2' }),
      event({ kind: 'payment_failed' }),
      event({ is_sandbox: true }),
    ]);
    expect(added).toHaveLength(4);
  });

  it('joins what follows soon to what is kept, and names the newest first', () => {
    const [first] = run([event({ subject_id: 'a', subject_name: '#1' })]).added;
    if (!first) throw new Error('nothing was made');
    const { added, changed } = run([event({ ms: GAP_MS, subject_id: 'b', subject_name: '#2' })], [first]);
    expect(added).toEqual([]);
    expect(changed).toMatchObject([{ notification_id: first.notification_id, count: 2 }]);
    expect(changed[0]?.subjects.map((one) => one.name)).toEqual(['#2', '#1']);
    expect(changed[0]?.created_at).toBe(first.created_at);
    expect(changed[0]?.at).not.toBe(first.at);
  });

  it('begins a new one after a pause, and when the old one has grown for long enough', () => {
    const [first] = run([event()]).added;
    if (!first) throw new Error('nothing was made');
    expect(run([event({ ms: GAP_MS + 1 })], [first]).added).toHaveLength(1);
    const grown = { ...first, at: new Date(START + LONGEST_MS).toISOString() };
    expect(run([event({ ms: LONGEST_MS + 1 })], [grown]).added).toHaveLength(1);
  });

  it('counts a thing once that something happens to twice', () => {
    const { added } = run([event({ subject_id: 'same' }), event({ subject_id: 'same', params: { reason: 'later' } })]);
    expect(added).toMatchObject([{ count: 1, params: { reason: 'later' } }]);
  });

  it('tells what is told one time no second time', () => {
    const once = { once_key: 'store s1 2031-04-01', kind: 'access_ends' as const };
    const { added } = run([event(once), event(once)]);
    expect(added).toMatchObject([{ count: 1 }]);
    expect(run([event({ ...once, ms: 40 * 86_400_000 })], added)).toEqual({ added: [], changed: [] });
    expect(getGroupKey(event(once))).not.toBe(getGroupKey(event({ ...once, once_key: 'another' })));
  });

  it('loses no event and invents none, in whatever portions they come', () => {
    const portions = fc.array(fc.array(fc.record({ store: fc.constantFrom('s1', 's2'), wait: fc.nat(90_000) })), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(portions, (given) => {
        const kept = new Map<string, NotificationRow>();
        let ms = 0;
        let total = 0;
        for (const portion of given) {
          const events = portion.map(({ store, wait }) => {
            ms += wait;
            total += 1;
            return event({ store_id: store, ms });
          });
          const latest = [...Map.groupBy(kept.values(), (row) => row.group_key).values()].flatMap((rows) =>
            rows.sort((a, b) => b.created_at.localeCompare(a.created_at)).slice(0, 1),
          );
          const { added, changed } = run(events, latest);
          for (const row of [...added, ...changed]) kept.set(row.notification_id, row);
        }
        expect([...kept.values()].reduce((sum, row) => sum + row.count, 0)).toBe(total);
      }),
    );
  });
});
