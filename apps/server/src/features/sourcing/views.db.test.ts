import { sourcing } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { fakeProduct, fakeSupplier } from '@quayside/testing/fakes/fake-supplier.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld } from '../../testing/fakes/fake-deps.ts';
import { syncCatalogue } from './actions/sync-catalogue.ts';
import { finder } from './queries/find.ts';
import { workplaceFacts } from './queries/workplace-facts.ts';
import { deleteViews, MOST_VIEWS, recentViews, saveView, viewedNames } from './view-repo.ts';

const db = await testDatabase();
const own = fakeSupplier('quayside', true);
const { deps, person } = await fakeWorld(db, { suppliers: [own] });
const scope = await person();

const viewer = () => ({ workplaceId: scope.workplaceId, accountId: newId(), mode: 'sandbox' as const });
type Viewer = ReturnType<typeof viewer>;
const view = (who: Viewer, sourceProductId: string) =>
  db.tenant(scope, (tx) => saveView(tx, who, { source: 'quayside', sourceProductId }));
const recent = async (who: Viewer, most = 20) =>
  (await db.read(scope, (ex) => recentViews(ex, who, most))).map((row) => row.source_product_id);
const find = async (who: Viewer, query: Record<string, string | number>) =>
  (await finder(deps, workplaceFacts(deps))(scope, sourcing.find.query.parse(query), 'en', who.accountId)).items.map(
    (item) => item.source_product_id,
  );

beforeAll(async () => {
  own.products = Array.from({ length: 30 }, (_none, at) => fakeProduct(at));
  await syncCatalogue(deps, 'quayside', 'sandbox');
});

describe('products that a member viewed', () => {
  it('are listed last viewed first, each once, as long as the supplier has them', async () => {
    const who = viewer();
    for (const id of ['p1', 'p2', 'gone', 'p3', 'p1']) await view(who, id);
    expect(await recent(who)).toEqual(['p1', 'p3', 'p2']);
    expect(await recent(who, 2)).toEqual(['p1', 'p3']);
  });

  it('are each member’s own, and are forgotten on request', async () => {
    const [one, other] = [viewer(), viewer()];
    await view(one, 'p1');
    await view(other, 'p2');
    expect(await recent(one)).toEqual(['p1']);
    await db.tenant(scope, (tx) => deleteViews(tx, one));
    expect(await recent(one)).toEqual([]);
    expect(await recent(other)).toEqual(['p2']);
    const stranger = await person();
    expect(await db.read(stranger, (ex) => recentViews(ex, other, 20))).toEqual([]);
  });

  it('are left out of a search that asks for it, page by page and in every order', async () => {
    const who = viewer();
    await view(who, 'p0');
    await view(who, 'p5');
    for (const sort of ['desc_profit', 'asc_price', 'desc_most_relevant', 'asc_shipping_cost']) {
      const all = await find(who, { keyword: 'lamp', sort, page_size: 100 });
      const unseen = await find(who, { keyword: 'lamp', sort, page_size: 100, hide_viewed: 'true' });
      expect(unseen, sort).toEqual(all.filter((id) => id !== 'p0' && id !== 'p5'));
    }
    expect(await find(viewer(), { hide_viewed: 'true', page_size: 100 })).toHaveLength(30);
  });

  it('are kept for 90 days, the newest of them', async () => {
    const who = viewer();
    await view(who, 'p1');
    await db.tenant(scope, (tx) =>
      tx.run(sql`update source_view set viewed_at = now() - interval '91 days' where account_id = ${who.accountId}
        and workplace_id = ${scope.workplaceId}`),
    );
    expect(await db.read(scope, (ex) => viewedNames(ex, who))).toEqual([]);
    await view(who, 'p2');
    await db.tenant(scope, (tx) =>
      tx.run(sql`insert into source_view (workplace_id, account_id, mode, source, source_product_id, viewed_at)
        select ${scope.workplaceId}, ${who.accountId}, 'sandbox', 'quayside', 'old-' || n, now() - make_interval(mins => n)
        from generate_series(1, ${MOST_VIEWS + 50}) n on conflict do nothing`),
    );
    await view(who, 'p3');
    const names = await db.read(scope, (ex) => viewedNames(ex, who));
    expect(names).toHaveLength(MOST_VIEWS);
    expect(names).toContain('quayside/p3');
    expect(names).toContain('quayside/p2');
    expect(names).not.toContain(`quayside/old-${MOST_VIEWS + 50}`);
  });
});
