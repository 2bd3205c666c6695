import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bareStore, plantListing, plantOrders, plantProduct } from '../../testing/app/store-to-move.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';

/** What a store that moves counts for in the plan, and the suppliers that stand in its way. */

const app = await startTestApp({ sandbox: true });
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await admin.end();
  await app.stop();
});

let ada: Client;
beforeAll(async () => {
  ada = await app.signUp();
});

const at = (id: string) => ({ 'workplace-id': id });
const make = async (name: string) =>
  (await ada.call('POST /auth/workplace/create', { body: { name, currency: 'USD' } })).data.id;
/** Sessions know the stores of a moment ago: they are read again after what was written straight into the tables. */
const forget = () =>
  app.running.deps.db.global((tx) => tx.raw(`select pg_notify('quayside_session', $1)`, [ada.accountId]));
const ask = (from: string, storeId: string, to: string) =>
  ada.call('POST /core/stores/move', { body: { store_id: storeId, workplace_id: to } }, at(from));

async function move(from: string, storeId: string, to: string): Promise<void> {
  await forget();
  expect(await ask(from, storeId, to)).toMatchObject({ http: 200 });
  await vi.waitFor(
    async () => {
      const { items } = (await ada.call('GET /core/stores/move', {}, at(to))).data;
      const last = items.find((one) => one.store_id === storeId && one.to.id === to);
      expect(last?.state, JSON.stringify(last)).toBe('done');
    },
    { timeout: 30_000, interval: 100 },
  );
}

const imports = async () =>
  (await ada.call('GET /payments/user/v2/current-plan')).data.package.features.PRODUCT_IMPORT?.usage;
const rowsOf = async (productId: string) =>
  (
    await admin.query<{ place: string; brought: boolean }>(
      `select workplace_id as place, brought from product where product_id = $1 order by brought`,
      [productId],
    )
  ).rows;

describe('an import', () => {
  it('counts once in the plan, wherever the store that has the product moves, and however often', async () => {
    const [from, to, third] = [ada.workplaceId, await make('Second'), await make('Third')];
    const storeId = await bareStore(admin, ada, from, 'Moving');
    const beside = await bareStore(admin, ada, from, 'Beside');
    const alone = await plantProduct(admin, from, 'alone');
    const shared = await plantProduct(admin, from, 'shared');
    for (const id of [alone, shared]) await plantListing(admin, from, id, storeId);
    await plantListing(admin, from, shared, beside);
    expect(await imports()).toBe(2);

    await move(from, storeId, to);
    expect(await rowsOf(alone)).toEqual([{ place: to, brought: false }]);
    expect(await rowsOf(shared)).toEqual([
      { place: from, brought: false },
      { place: to, brought: true },
    ]);
    expect(await imports()).toBe(2);

    // Further on: the copy is still a copy. Back again: it is the import once more.
    await move(to, storeId, third);
    expect(await rowsOf(shared)).toEqual([
      { place: from, brought: false },
      { place: third, brought: true },
    ]);
    expect(await imports()).toBe(2);
    await move(from, beside, third);
    expect(await rowsOf(shared)).toEqual([{ place: third, brought: false }]);
    expect(await imports()).toBe(2);
    await move(third, storeId, from);
    expect(await imports()).toBe(2);

    // What is imported over there by itself counts there.
    await plantProduct(admin, to, 'another');
    expect(await imports()).toBe(3);
    const { rows } = await admin.query(
      `select 1 from audit_entry where entity = 'product' and (after ? 'brought' or before ? 'brought')`,
    );
    expect(rows).toEqual([]);
  });
});

describe('another account at the supplier', () => {
  /** A connection to CJ that a person made with a key of his own. */
  async function connection(workplaceId: string, apiKey: string): Promise<string> {
    const id = randomUUID();
    const sealed = app.running.deps.vault.seal({ apiKey }, `supplier:${id}`);
    await admin.query(
      `insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
        values ($1, $2, 'cj', 'CJ', 'sandbox', 'own-account', 'active', $3)`,
      [workplaceId, id, JSON.stringify(sealed)],
    );
    return id;
  }

  async function scene(theirs: string) {
    const [from, to] = [await make(`From ${theirs}`), await make(`To ${theirs}`)];
    const storeId = await bareStore(admin, ada, from, 'Dropshipping');
    const ours = await connection(from, 'key-of-one');
    const there = await connection(to, theirs);
    await plantOrders(admin, from, storeId, ours, 2);
    await admin.query(`update supplier_order set supplier = 'cj', shipped_at = null where workplace_id = $1`, [from]);
    await forget();
    return { from, to, storeId, there };
  }
  const preview = async (from: string, storeId: string, to: string) =>
    (await ada.call('GET /core/stores/move/preview', { query: { store_id: storeId, workplace_id: to } }, at(from))).data
      .problem;

  it('STORE_MOVE_OTHER_SUPPLIER: holds a store while orders are under way that only the old key can ask about', async () => {
    const { from, storeId, to } = await scene('key-of-another');
    expect(await preview(from, storeId, to)).toMatchObject({ key: 'STORE_MOVE_OTHER_SUPPLIER' });
    const refused = await ask(from, storeId, to);
    expect(refused).toMatchObject({ http: 400, status: 201, code: 'STORE_MOVE_OTHER_SUPPLIER' });
    expect(refused.message).toContain('2 orders of this store are in progress at CJ');
    const { rows } = await admin.query(`select moving from store where store_id = $1`, [storeId]);
    expect(rows).toEqual([{ moving: null }]);
    // Once they have left the supplier nobody has to ask, and the store may go.
    await admin.query(`update supplier_order set shipped_at = now() where workplace_id = $1`, [from]);
    expect(await preview(from, storeId, to)).toBeNull();
    await move(from, storeId, to);
  });

  it('does not hold it where the other workspace has the same key: orders are asked about there', async () => {
    const { from, storeId, there, to } = await scene('key-of-one');
    expect(await preview(from, storeId, to)).toBeNull();
    await move(from, storeId, to);
    const { rows } = await admin.query(
      `select distinct connection_id as id from supplier_order where workplace_id = $1`,
      [to],
    );
    expect(rows).toEqual([{ id: there }]);
  });
});
