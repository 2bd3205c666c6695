import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { holdRows } from './held-rows.ts';
import { type ListPageData, mergePage, refreshPages, uniqueRows } from './live-pages.ts';

type Row = { id: string; state: string };
const row = (id: number, state = 'a'): Row => ({ id: String(id), state });
const rows = (...ids: number[]) => ids.map((id) => row(id));
const id = (one: Row) => one.id;
const ids = (list: readonly Row[]) => list.map(id).join(' ');

describe('putting a fresh page over the shown one', () => {
  const shown: ListPageData<Row> = { items: rows(9, 8, 7, 6), next_cursor: 'after 6' };
  it('keeps rows that new ones pushed over the end, with the old cursor', () => {
    const merged = mergePage(shown, { items: rows(11, 10, 9, 8), next_cursor: 'after 8' }, id);
    expect(ids(merged?.items ?? [])).toBe('11 10 9 8 7 6');
    expect(merged?.next_cursor).toBe('after 6');
  });
  it('drops rows that left, and lets the following page move up', () => {
    const following = rows(5, 4);
    const merged = mergePage(shown, { items: rows(9, 7, 6, 5), next_cursor: 'after 5' }, id, following);
    expect(ids(uniqueRows([merged ?? { items: [] }, { items: following }], id))).toBe('9 7 6 5 4');
    const last = mergePage({ items: rows(9, 8, 7) }, { items: rows(9, 7) }, id);
    expect(ids(last?.items ?? [])).toBe('9 7');
  });
  it('says so when the pages no longer meet', () => {
    expect(mergePage(shown, { items: rows(20, 19, 18, 17), next_cursor: 'x' }, id)).toBeUndefined();
  });
});

describe('refreshing a long list', () => {
  const queryKey = ['orders', 'list', {}];
  function list(client: QueryClient) {
    client.setQueryData(queryKey, {
      pages: [
        { items: rows(9, 8), next_cursor: 'c1' },
        { items: rows(7, 6), next_cursor: 'c2' },
        { items: rows(5, 4) },
      ],
      pageParams: [undefined, 'c1', 'c2'],
    });
  }
  const shown = (client: QueryClient) =>
    (client.getQueryData(queryKey) as { pages: ListPageData<Row>[] }).pages.flatMap((page) => page.items);

  it('reads only the first page and those with a changed row', async () => {
    const client = new QueryClient();
    list(client);
    const read = vi.fn((cursor: string | undefined) =>
      Promise.resolve<ListPageData<Row>>(
        cursor === 'c2' ? { items: [row(5, 'new'), row(4)] } : { items: rows(9, 8), next_cursor: 'c1' },
      ),
    );
    await refreshPages(client, queryKey, read, id, ['5']);
    expect(read.mock.calls.map(([cursor]) => cursor)).toEqual([undefined, 'c2']);
    expect(shown(client).find((one) => one.id === '5')?.state).toBe('new');
    expect(ids(shown(client))).toBe('9 8 7 6 5 4');
  });
  it('shows a row that came in on top without losing one between the pages', async () => {
    const client = new QueryClient();
    list(client);
    await refreshPages(client, queryKey, () => Promise.resolve({ items: rows(10, 9), next_cursor: 'c0' }), id, ['10']);
    expect(ids(shown(client))).toBe('10 9 8 7 6 5 4');
  });
  it('begins again when another page arrived meanwhile', async () => {
    const client = new QueryClient();
    list(client);
    let calls = 0;
    await refreshPages(
      client,
      queryKey,
      () => {
        calls += 1;
        if (calls === 1) {
          client.setQueryData(queryKey, { pages: [{ items: rows(9, 8), next_cursor: 'c1' }], pageParams: [undefined] });
        }
        return Promise.resolve({ items: rows(9, 8), next_cursor: 'c1' });
      },
      id,
      ['9'],
    );
    expect(calls).toBe(2);
  });
});

describe('rows under a hand', () => {
  it('shows everything without a hand', () => {
    expect(holdRows(['2', '1'], rows(3, 2, 1), id, false)).toEqual({ rows: rows(3, 2, 1), waiting: 0 });
  });
  it('keeps the order, updates what is shown, counts what came in, and drops what left', () => {
    const held = holdRows(['3', '2', '1'], [row(5), row(4), row(1, 'new'), row(3)], id, true);
    expect(ids(held.rows)).toBe('3 1');
    expect(held.rows[1]?.state).toBe('new');
    expect(held.waiting).toBe(2);
  });
  it('lets the next page in: it moves nothing', () => {
    const held = holdRows(['3', '2'], rows(3, 2, 1, 0), id, true);
    expect(ids(held.rows)).toBe('3 2 1 0');
    expect(held.waiting).toBe(0);
  });
});
