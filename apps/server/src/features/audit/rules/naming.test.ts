import { describe, expect, it } from 'vitest';
import { getIds, getLink, named, type Written } from './naming.ts';

const id = (n: number): string => `00000000-0000-7000-8000-00000000000${n}`;
const entry = (change: Partial<Written>): Written => ({
  id: id(9),
  at: '2026-01-01T10:00:00.000Z',
  actor: { kind: 'member', id: id(8), name: 'Ada' },
  ip: '',
  user_agent: '',
  action: 'POST /x',
  entity: 'order',
  entity_id: id(1),
  entity_name: '#1001',
  change: 'changed',
  before: null,
  after: null,
  ...change,
});

describe('an entry of the trail', () => {
  it('finds the ids of its facts, alone and in lists', () => {
    const before = { store_id: id(1), note: `about ${id(5)}`, count: 3 };
    expect(getIds({ before, after: { store_ids: [id(2), id(3)], deep: { id: id(4) } } })).toEqual([
      id(1),
      id(2),
      id(3),
    ]);
  });

  it('leads to the thing, or to what it is shown with, as long as it exists', () => {
    const known = { name: 'Lamp', shown_with: id(2), currency: 'USD' };
    expect(getLink(entry({}), { name: '#1001', shown_with: null, currency: 'EUR' })).toBe(
      `/app/orders?period=all&open=${id(1)}`,
    );
    expect(getLink(entry({ entity: 'listing' }), known)).toBe(`/app/products-center?open=${id(2)}`);
    expect(getLink(entry({ entity: 'listing' }), undefined)).toBeNull();
    expect(getLink(entry({ entity: 'listing', change: 'removed' }), known)).toBeNull();
    expect(getLink(entry({ entity: 'workspace' }), undefined)).toBe('/app/setting/workspace');
    expect(getLink(entry({ entity: 'order_line' }), undefined)).toBeNull();
    expect(getLink(entry({ entity: 'order_line' }), undefined, known)).toBe(`/app/orders?period=all&open=${id(2)}`);
    expect(getLink(entry({ entity: 'product_watch', change: 'removed' }), { ...known, shown_with: null })).toBe(
      `/app/products-center?open=${id(1)}`,
    );
    expect(getLink(entry({ entity: 'webhook', change: 'removed' }), undefined)).toBe('/app/setting/notification');
  });

  it('keeps the name of its time, and takes today’s where that says more', () => {
    const things = new Map([
      [id(1), { name: 'Lamp · Harbour Goods', shown_with: id(2), currency: 'USD' }],
      [id(3), { name: 'Harbour Goods', shown_with: null, currency: null }],
    ]);
    const listing = entry({ entity: 'listing', entity_name: 'lamp', after: { store_id: id(3), state: 'listed' } });
    expect(named(listing, things)).toMatchObject({
      entity_name: 'Lamp · Harbour Goods',
      names: { [id(3)]: 'Harbour Goods' },
    });
    expect(named(listing, things).currency).toBe('USD');
    expect(named(entry({ entity_id: id(3) }), things).currency).toBeNull();
    expect(named(entry({ entity_name: '#1001' }), things).entity_name).toBe('#1001');
    expect(named(entry({ entity_name: '' }), things).entity_name).toBe('Lamp · Harbour Goods');
    expect(named(entry({ entity: 'listing', entity_name: 'lamp' }), new Map())).toMatchObject({
      entity_name: 'lamp',
      link: null,
      names: {},
    });
  });

  it('calls a store by its name rather than its URL, also one that only a move names', () => {
    const things = new Map([[id(1), { name: 'Harbour Goods', shown_with: null, currency: null }]]);
    const url = 'shop.example/woo';
    const store = entry({ entity: 'store', entity_name: url });
    expect(named(store, things).entity_name).toBe('Harbour Goods');
    expect(named(store, new Map()).entity_name).toBe(url);
    const gone = { ...store, before: { store_name: 'Old Goods' } };
    expect(named(gone, new Map()).entity_name).toBe('Old Goods');
    const move = entry({ entity: 'store_move', entity_id: id(7), entity_name: url, after: { store_id: id(1) } });
    expect(named(move, things).entity_name).toBe('Harbour Goods');
  });

  it('leads from an order’s item to the order of its supplier order', () => {
    const things = new Map([[id(3), { name: '#1001 · CJ', shown_with: id(2), currency: 'USD' }]]);
    const line = entry({ entity: 'order_line', entity_name: 'Lamp', after: { supplier_order_id: id(3) } });
    expect(named(line, things)).toMatchObject({ link: `/app/orders?period=all&open=${id(2)}`, entity_name: 'Lamp' });
  });
});
