import { afterAll, expect, it } from 'vitest';
import { startTestApp } from '../../testing/app/test-app.ts';
import { rememberRates } from './actions/remember-rates.ts';
import { ratesFor } from './queries/rates-for.ts';

const app = await startTestApp({ sandbox: true });
afterAll(() => app.stop());

it('reads the published rates at start, and lists them beside the typed ones', async () => {
  const owner = await app.signUp();
  const list = async () =>
    (await owner.call('GET /exchange-rates', { query: { from: 'USD', to: 'EUR,SAR' } })).data.items;
  await expect.poll(async () => (await list())[0]?.published ?? null, { timeout: 20_000 }).not.toBeNull();
  const [euro, riyal] = await list();
  expect(euro).toMatchObject({ published: { from: 'USD', to: 'EUR', source: 'Quayside sandbox' }, typed: null });
  expect(Math.abs(Number(euro?.published?.rate) - 1 / 1.1)).toBeLessThan(0.05);
  expect(riyal).toEqual({ to: 'SAR', published: null, typed: null });

  const save = (rate: number | null) => owner.call('PUT /exchange-rates', { body: { from: 'USD', to: 'SAR', rate } });
  expect((await save(3.75)).status).toBe(200);
  expect((await list())[1]).toMatchObject({ typed: { rate: '3.75', source: null } });
  expect((await save(3.8)).status).toBe(200);
  expect((await list())[1]).toMatchObject({ typed: { rate: '3.8' } });
  const other = await app.signUp();
  expect(
    (await other.call('GET /exchange-rates', { query: { from: 'USD', to: 'SAR' } })).data.items[0]?.typed,
  ).toBeNull();
  expect((await save(null)).status).toBe(200);
  expect((await list())[1]?.typed).toBeNull();
});

it.each([
  [{ from: 'USD', to: 'USD', rate: 1 }, 'to'],
  [{ from: 'USD', to: 'EUR', rate: 0 }, 'rate'],
  [{ from: 'USD', to: 'EURO', rate: 1 }, 'to'],
])('refuses %j at its field', async (body, field) => {
  const owner = await app.signUp();
  const answer = await owner.raw('PUT', '/exchange-rates', body);
  expect(answer.http).toBe(422);
  expect(Object.keys(answer.errors ?? {})).toEqual([field]);
});

it('finds the rate in force on a day: the last one before it, else the first one after', async () => {
  const owner = await app.signUp();
  const { db } = app.running.deps;
  const scope = { accountId: owner.accountId, workplaceId: owner.workplaceId };
  const rateOn = (day: string) =>
    db.read(scope, async (ex) =>
      (await ratesFor(ex, scope.workplaceId, [{ from: 'EUR', to: 'USD', day }]))({ from: 'EUR', to: 'USD', day }),
    );
  const [latest, first] = [await rateOn('2099-01-01'), await rateOn('2001-01-01')];
  expect(latest && first && latest.day > first.day).toBe(true);
  expect(await rateOn(latest?.day ?? '')).toEqual(latest);
});

it('remembers a rate that differs from the published one, and forgets it once the published one is used', async () => {
  const owner = await app.signUp();
  const { db } = app.running.deps;
  const scope = { accountId: owner.accountId, workplaceId: owner.workplaceId };
  const list = async () =>
    (await owner.call('GET /exchange-rates', { query: { from: 'USD', to: 'EUR' } })).data.items[0];
  await expect.poll(async () => (await list())?.published ?? null, { timeout: 20_000 }).not.toBeNull();
  const published = Number((await list())?.published?.rate);
  const push = (rate: number) =>
    db.tenant(scope, (tx) => rememberRates(tx, scope.workplaceId, [{ from: 'USD', to: 'EUR', rate }], '2099-01-01'));
  await push(0.77);
  expect((await list())?.typed).toMatchObject({ rate: '0.77' });
  await push(published);
  expect((await list())?.typed).toBeNull();
});
