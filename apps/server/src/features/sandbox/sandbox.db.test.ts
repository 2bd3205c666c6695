import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp({ sandbox: true });
afterAll(() => app.stop());

it('connects a shop that makes keys in one call, and only once', async () => {
  const owner = await app.signUp();
  const shops = async () => (await owner.call('GET /sandbox')).data.shops;
  const free = (await shops()).find((shop) => shop.makes_keys && shop.taken === null);
  if (!free) throw new Error('expected a free shop that makes keys');
  const { platform, shop } = free;
  const first = await owner.call('POST /sandbox/connect', { body: { platform, shop } });
  expect(first.data.store_id).toMatch(/^[0-9a-f-]{36}$/);
  expect((await shops()).find((one) => one.shop === shop)?.taken).toBe('here');
  const other = await app.signUp();
  expect((await other.raw('POST', '/sandbox/connect', { platform, shop })).code).toBe('STORE_EXIST_ANOTHER_OWNER');
});

it('refuses a shop whose owner has to approve the connection in its admin', async () => {
  const owner = await app.signUp();
  const { shops } = (await owner.call('GET /sandbox')).data;
  const asking = shops.find((shop) => !shop.makes_keys);
  if (!asking) throw new Error('expected a shop without keys');
  const { platform, shop } = asking;
  const answer = await owner.raw('POST', '/sandbox/connect', { platform, shop });
  expect([answer.http, Object.keys(answer.errors ?? {})]).toEqual([404, ['shop']]);
});
