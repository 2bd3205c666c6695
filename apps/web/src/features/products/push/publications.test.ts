import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { storePublications } from './publications.ts';

vi.stubGlobal('document', { cookie: '' });
vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('location', { protocol: 'http:' });
afterEach(() => vi.unstubAllGlobals());

it('B295: publications are asked of the shop itself, for the store that is named', async () => {
  const asked = vi.fn(async (_url: string, _init: RequestInit) =>
    Response.json({
      status: 200,
      data: { publications: [{ id: 'p1', handle: 'online_store', name: 'Online Store' }] },
    }),
  );
  vi.stubGlobal('fetch', asked);
  const found = await new QueryClient().fetchQuery(storePublications('s1'));
  expect(found.map((one) => one.handle)).toEqual(['online_store']);
  const [url, init] = asked.mock.calls[0] ?? [];
  const query = new URL(url ?? '', 'http://quayside.test').searchParams;
  expect([query.get('clear_cache'), query.get('update_external_channels')]).toEqual(['1', '1']);
  expect(init?.headers).toMatchObject({ 'store-id': 's1' });
});
