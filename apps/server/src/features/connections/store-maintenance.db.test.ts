import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { expect, it } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { saveCredentials } from './actions/lease.ts';
import { linkStore } from './actions/link-store.ts';
import { askStores } from './actions/refresh-facts.ts';
import { storeHealth } from './queries/health.ts';
import { findStore, settleDefault, storeContext } from './store-repo.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const { deps, jobs, person } = await fakeWorld(db, { channels: [woo], env: { APP_URL: 'https://quay.example.com' } });

let shops = 0;
async function link(scope: WorkplaceScope): Promise<string> {
  shops += 1;
  woo.facts = { ...woo.facts, platformDomain: `s${shops}.example.com`, currency: 'USD', missingScopes: [] };
  const shop = `${SANDBOX_URL}/s${shops}.example.com`;
  return linkStore(deps, scope, { platform: 'woocommerce', shop, credentials: { key: 'good' } });
}
const read = (scope: WorkplaceScope, id: string) => db.read(scope, (ex) => findStore(ex, scope.workplaceId, id));

it('B174: takes over a currency that the store changed, and says which', async () => {
  const scope = await person();
  const id = await link(scope);
  woo.facts = { ...woo.facts, currency: 'EUR' };
  expect(await askStores(deps, scope, { keep: false })).toEqual([{ storeId: id, answered: true, changed: false }]);
  expect((await read(scope, id))?.currency).toBe('USD');
  expect(await askStores(deps, scope, { keep: true })).toEqual([{ storeId: id, answered: true, changed: true }]);
  expect((await read(scope, id))?.currency).toBe('EUR');
  expect(await askStores(deps, scope, { keep: true })).toEqual([{ storeId: id, answered: true, changed: false }]);
});

it('B004: exactly one store of a workspace is the default, the chosen one', async () => {
  const scope = await person();
  const [a, b] = [await link(scope), await link(scope)];
  const defaults = async () => [(await read(scope, a))?.is_default, (await read(scope, b))?.is_default];
  expect(await defaults()).toEqual([true, false]);
  await db.tenant(scope, (tx) => settleDefault(tx, scope.workplaceId, b));
  expect(await defaults()).toEqual([false, true]);
});

it('keeps with a store what stands in the way, and asks the others all the same', async () => {
  const scope = await person();
  const [first, second] = [await link(scope), await link(scope)];
  woo.fail('verify', 'auth');
  const asked = await askStores(deps, scope, { keep: true });
  expect(asked.map((one) => one.storeId).sort()).toEqual([first, second].sort());
  expect(asked.filter((one) => one.answered)).toHaveLength(1);
  const refused = asked.find((one) => !one.answered)?.storeId ?? '';
  expect(await read(scope, refused)).toMatchObject({ status: 'needs_reconnect' });
});

it('sees that rights were taken back since it was connected: a check names them and asks to reconnect', async () => {
  const scope = await person();
  const id = await link(scope);
  const check = () => storeHealth(deps, scope, id, true, 'en');
  expect(await check()).toMatchObject({ answered: true, problem: null });
  woo.facts = { ...woo.facts, scopes: ['read'], missingScopes: ['write'] };
  const answer = await check();
  expect(answer).toMatchObject({ answered: false, scopes: ['read'], problem: { key: 'OUTSIDE_MISSING_SCOPE' } });
  expect(answer.problem?.text).toContain('write');
  expect(answer.store).toMatchObject({ status: 'needs_reconnect', missing_scopes: ['write'] });
  expect(await askStores(deps, scope, { keep: true })).toEqual([{ storeId: id, answered: false, changed: false }]);
});

it('is back when a check finds that it takes its keys again, and what waited goes on', async () => {
  const scope = await person();
  const id = await link(scope);
  woo.fail('verify', 'auth');
  expect((await storeHealth(deps, scope, id, true, 'en')).store.status).toBe('needs_reconnect');
  await db.global((tx) => tx.run(sql`delete from test_job`));
  const ada = {
    kind: 'member' as const,
    id: scope.accountId,
    name: 'Ada',
    action: 'GET /connections/{store_id}/health',
  };
  const answer = await storeHealth(deps, scope, id, true, 'en', ada);
  expect(answer).toMatchObject({ answered: true, problem: null, store: { status: 'active' } });
  expect((await jobs.waiting()).map((job) => job.name)).toEqual(['set-up-store', 'poll-store']);
  const trail = await db.read(scope, (ex) =>
    ex.rows(sql`select actor_name, entity, before, after from audit_entry
      where workplace_id = ${scope.workplaceId} and entity_id = ${id}`),
  );
  expect(trail).toMatchObject([
    { actor_name: 'Ada', entity: 'store', before: { status: 'needs_reconnect' }, after: { status: 'active' } },
  ]);
  await storeHealth(deps, scope, id, true, 'en', ada);
  expect(await jobs.waiting()).toHaveLength(2);
});

it('asks only the stores that a member may see', async () => {
  const scope = await person();
  const [mine] = [await link(scope), await link(scope)];
  const asked = await askStores(deps, { ...scope, storeIds: [mine] }, { keep: false });
  expect(asked.map((one) => one.storeId)).toEqual([mine]);
});

it('knows when renewed keys end', async () => {
  const scope = await person();
  const id = await link(scope);
  expect(await read(scope, id)).toMatchObject({ access_ends_at: null });
  const ends = Date.parse('2031-01-02T03:04:05Z');
  const kept = { scope, table: 'store' as const, id, context: storeContext(id) };
  await saveCredentials(deps, kept, { key: 'good', refreshToken: 'r', refreshTokenExpiresAt: String(ends) });
  expect(await read(scope, id)).toMatchObject({ access_ends_at: '2031-01-02T03:04:05.000Z' });
  const row = await db.read(scope, (ex) =>
    ex.first(sql`select keys_since <= now() as past from store where store_id = ${id}`),
  );
  expect(row).toEqual({ past: true });
});
