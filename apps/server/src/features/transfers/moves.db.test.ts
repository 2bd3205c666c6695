import { createHmac, randomUUID } from 'node:crypto';
import { TEST_SECRETS } from '@quayside/sandbox/fixed-secrets.ts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Deps } from '../../deps.ts';
import { Later } from '../../jobs/define.ts';
import { bareStore, connect, factsOf, overwrite, plant, plantOrders, rowsIn } from '../../testing/app/store-to-move.ts';
import { type Client, startTestApp } from '../../testing/app/test-app.ts';
import { transferStore } from './actions/transfer-store.ts';
import { ALL_BATCHES, STAYS } from './rules/parts.ts';

const app = await startTestApp({ sandbox: true });
const admin = new pg.Client(app.db.superuserUrl);
await admin.connect();
afterAll(async () => {
  await admin.end();
  await app.stop();
});

let ada: Client;
let eve: Client;
beforeAll(async () => {
  ada = await app.signUp();
  eve = await app.signUp();
});

const at = (id: string) => ({ 'workplace-id': id });
const make = async (who: Client, name: string) =>
  (await who.call('POST /auth/workplace/create', { body: { name, currency: 'USD' } })).data.id;
const ask = (who: Client, from: string, storeId: string, to: string) =>
  who.call('POST /core/stores/move', { body: { store_id: storeId, workplace_id: to } }, at(from));
const moves = async (who: Client, place: string) => (await who.call('GET /core/stores/move', {}, at(place))).data.items;
const stores = async (who: Client, place: string) =>
  (await who.call('GET /stores/list-store', {}, at(place))).data.items;
const ended = (who: Client, place: string, storeId: string, state: string) =>
  vi.waitFor(
    async () => {
      const transfer = (await moves(who, place)).find((one) => one.store_id === storeId);
      expect(transfer?.state, JSON.stringify(transfer)).toBe(state);
    },
    { timeout: 30_000, interval: 100 },
  );
const count = async (text: string, values: unknown[]): Promise<number> =>
  Number((await admin.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)).rows[0]?.n);
/** The lists of stores that sessions remember are read again after what a test wrote straight into the tables. */
const forget = () =>
  app.running.deps.db.global((tx) => tx.raw(`select pg_notify('quayside_session', $1)`, [ada.accountId]));

/** A tracking service of a workspace that has seen all its parcels. */
const addTrackingService = (workplaceId: string) =>
  admin.query(
    `insert into tracking_service (workplace_id, service_id, service, mode, status, followed_until)
      values ($1, gen_random_uuid(), 'none', 'sandbox', 'active', now() + interval '1 hour')`,
    [workplaceId],
  );
/** Parcels of a store that its workspace's tracking service considers on its next poll. */
const toFollow = (workplaceId: string, storeId: string) =>
  count(
    `shipment s join tracking_service t on t.workplace_id = s.workplace_id and s.updated_at > t.followed_until
      where s.workplace_id = $1 and s.store_id = $2
        and not exists (select from tracked_number n where n.workplace_id = $1 and n.shipment_id = s.shipment_id)`,
    [workplaceId, storeId],
  );

it('knows of every table what becomes of a store’s rows in it', async () => {
  const { rows } = await admin.query<{ name: string }>(`select distinct c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)
      or exists (select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
        and k.confrelid = any('{store,sales_order,supplier_order,shipment,listing,product}'::regclass[])))`);
  const told = new Set([
    ...ALL_BATCHES.flatMap((batch) => batch.parts.map((part) => part.table)),
    ...Object.keys(STAYS),
  ]);
  expect(rows.map((row) => row.name).filter((name) => !told.has(name))).toEqual([]);
});

describe('a store that moves to another workspace of its account', () => {
  let to: string;
  let storeId: string;
  let before: Awaited<ReturnType<typeof factsOf>>;
  let planted: Awaited<ReturnType<typeof plant>>;
  let key: string;

  beforeAll(async () => {
    to = await make(ada, 'Second');
    storeId = await connect(ada, ada.workplaceId);
    planted = await plant(admin, ada, { from: ada.workplaceId, to, storeId }, 450);
    await vi.waitFor(
      async () => {
        const { rows } = await admin.query(
          `select orders_by_reason ->> 'key' as reason from store where store_id = $1`,
          [storeId],
        );
        expect(rows[0]?.reason).not.toBe('WEBHOOKS_BEING_SET_UP');
      },
      { timeout: 20_000, interval: 100 },
    );
    const entry = await admin.query(`select webhook_key from store_directory where store_id = $1`, [storeId]);
    key = entry.rows[0].webhook_key;
    await addTrackingService(to);
    await admin.query(
      `insert into product_metafield (workplace_id, metafield_id, store_id, product_id, namespace, key, name, type, value)
        values ($1, $2, $3, $4, 'custom', 'material', 'Material', 'single_line_text_field', 'Oak')`,
      [ada.workplaceId, randomUUID(), storeId, planted.products.twin],
    );
    await admin.query(
      `insert into listing_metafield (workplace_id, listing_id, store_id, known)
        select workplace_id, listing_id, store_id, '{"custom.material": "a"}' from listing where workplace_id = $1 and store_id = $2`,
      [ada.workplaceId, storeId],
    );
    before = await factsOf(admin, ada.workplaceId, storeId);
  });

  it('is for the owner of both alone', async () => {
    const place = await make(eve, 'Eve’s second');
    expect(await ask(ada, ada.workplaceId, storeId, eve.workplaceId)).toMatchObject({ http: 404 });
    expect(await ask(ada, ada.workplaceId, storeId, ada.workplaceId)).toMatchObject({ code: 'STORE_IS_HERE' });
    expect(await ask(ada, ada.workplaceId, randomUUID(), to)).toMatchObject({ http: 404, code: 'STORE_NOT_FOUND' });
    expect(await ask(eve, eve.workplaceId, storeId, place)).toMatchObject({ http: 404, code: 'STORE_NOT_FOUND' });
    expect(await moves(ada, ada.workplaceId)).toEqual([]);
  });

  it('is not connected a second time: its owner is told that it can be moved', async () => {
    const body = { shop: 'quay-co.myshopify.com', credentials: { accessToken: TEST_SECRETS.shopToken('quay-co') } };
    const again = await ada.call(
      'POST /auth/platform/{platform}/link',
      { params: { platform: 'shopify' }, body },
      at(to),
    );
    expect(again).toMatchObject({ http: 409, status: 111, code: 'STORE_IN_OTHER_WORKSPACE' });
    const asked = { platform: 'shopify' as const, shop: body.shop };
    const wish = await ada.call('POST /core/stores/migrate', { body: asked }, at(to));
    expect(wish).toMatchObject({ http: 422, code: 'STORE_IN_OTHER_WORKSPACE' });
  });

  it('says first what goes along, and that feeds end', async () => {
    await admin.query(`insert into product_feed (workplace_id, feed_id, store_id, format) values ($1, $2, $3, 'xml')`, [
      ada.workplaceId,
      randomUUID(),
      storeId,
    ]);
    const { data } = await ada.call('GET /core/stores/move/preview', {
      query: { store_id: storeId, workplace_id: to },
    });
    expect(data).toMatchObject({
      orders: 450,
      listings: 3,
      products_moved: 2,
      products_copied: 1,
      held_members: 0,
      feeds: 1,
      problem: null,
      under_way: { supplier_orders: 0, listings: 0, parcels: 0 },
    });
  });

  it('goes over with everything that hangs on it, once, asked for twice at the same moment', async () => {
    await admin.query(`insert into wallet_former_payer (workplace_id, account_id) values ($1, $2)`, [
      ada.workplaceId,
      eve.accountId,
    ]);
    await admin.query(
      `insert into member (account_id, workplace_id, role, owner_id, store_ids) values ($1, $2, 'viewer', $3, $4)`,
      [eve.accountId, ada.workplaceId, ada.accountId, [storeId]],
    );
    const answers = await Promise.all([1, 2].map(() => ask(ada, ada.workplaceId, storeId, to)));
    expect(answers.map((one) => one.http)).toEqual([200, 200]);
    expect(new Set(answers.map((one) => one.data.move_id)).size).toBe(1);
    await ended(ada, to, storeId, 'done');
    const after = await factsOf(admin, to, storeId);
    expect(after).toEqual(before);
    expect(rowsIn(await factsOf(admin, ada.workplaceId, storeId))).toBe(0);
    expect((await moves(ada, ada.workplaceId)).map((one) => [one.state, one.to.name, one.carried, one.total])).toEqual([
      ['done', 'Second', 453, 453],
    ]);
    expect(await count('wallet_former_payer where workplace_id = $1', [to])).toBe(1);
    expect(await count('store_move_row', [])).toBe(0);
    expect(await count('store_move_name', [])).toBe(0);
  });

  it('has its parcels followed by the tracking service of its new workspace', async () => {
    expect(await toFollow(to, storeId)).toBe(450);
  });

  it('is connected over there, with its reports and its counts', async () => {
    expect((await stores(ada, to)).map((one) => [one.id, one.moving, one.is_default])).toEqual([[storeId, null, true]]);
    expect((await stores(ada, ada.workplaceId)).map((one) => one.id)).toEqual([planted.besideId]);
    const health = await ada.call(
      'GET /connections/{store_id}/health',
      { params: { store_id: storeId }, query: { check: 'true' } },
      at(to),
    );
    expect(health.data.answered).toBe(true);
    const entry = await admin.query(`select workplace_id, webhook_key from store_directory where store_id = $1`, [
      storeId,
    ]);
    expect(entry.rows).toEqual([{ workplace_id: to, webhook_key: key }]);
    for (const [place, orders] of [
      [to, 450],
      [ada.workplaceId, 2],
    ] as const) {
      const { rows } = await admin.query(`select sum(orders)::int as n from order_count where workplace_id = $1`, [
        place,
      ]);
      expect(rows[0].n).toBe(orders);
    }
    expect(await count('tracking_directory where workplace_id = $1', [to])).toBe(450);
    const list = await ada.call('GET /orders/v5/list', { query: { page_size: 1 } }, at(to));
    expect(list.data.items).toHaveLength(1);
    // The store it was with is no longer the old workspace's: whoever names it there is told so.
    expect(await ada.call('GET /stores/list-store', {}, { ...at(ada.workplaceId), 'store-id': storeId })).toMatchObject(
      {
        http: 409,
        status: 801,
        code: 'CURRENT_SHOP_ID_INVALID',
      },
    );
    // B114: the account's path names no workspace. The store alone says which one is meant.
    expect(await ada.call('GET /auth/account', {}, { 'store-id': storeId })).toMatchObject({ http: 200 });
    const linked = await ada.call('GET /stores/list-store', {}, { 'store-id': storeId });
    expect(linked).toMatchObject({ http: 200 });
  });

  it('leaves products that others have, takes those of its own, and joins those that are there', async () => {
    const { alone, shared, twin } = planted.products;
    const ids = async (place: string) =>
      (
        await admin.query(`select product_id as id from product where workplace_id = $1 order by source_product_id`, [
          place,
        ])
      ).rows.map((row) => row.id);
    expect(await ids(ada.workplaceId)).toEqual([shared]);
    expect(await ids(to)).toEqual([alone, shared, planted.there]);
    const listed = await admin.query(
      `select l.product_id, l.pushed_revision, l.variant_ids = array(select variant_id from product_variant v
          where v.workplace_id = l.workplace_id and v.product_id = l.product_id order by position) as fits
        from listing l where workplace_id = $1 and product_id = $2`,
      [to, planted.there],
    );
    expect(listed.rows).toEqual([{ product_id: planted.there, pushed_revision: null, fits: true }]);
    const metafields = await admin.query(`select product_id, value from product_metafield where workplace_id = $1`, [
      to,
    ]);
    expect(metafields.rows).toEqual([{ product_id: planted.there, value: 'Oak' }]);
    expect(await count('listing_metafield where workplace_id = $1', [to])).toBe(3);
    expect(
      await count(
        'listing_variant lv where workplace_id = $1 and not exists (select 1 from product_variant v where v.workplace_id = $1 and v.variant_id = lv.variant_id)',
        [to],
      ),
    ).toBe(0);
    expect(await count('product_variant where workplace_id = $1 and product_id = $2', [ada.workplaceId, twin])).toBe(0);
    // What the enhancer had of products that are gone went with them, and what people watched has ended.
    const enhanced = await admin.query(`select product_id from enhancement where workplace_id = $1`, [ada.workplaceId]);
    expect(enhanced.rows).toEqual([{ product_id: shared }]);
    const watched = await admin.query(
      `select subject_id, status, error_key from process where workplace_id = $1 and kind = 'enhance' and status <> 'success'`,
      [ada.workplaceId],
    );
    expect(watched.rows).toEqual([{ subject_id: alone, status: 'error', error_key: 'PRODUCT_NOT_FOUND' }]);
    // What came along is watched here, as imported products are.
    await vi.waitFor(async () => {
      const { rows } = await admin.query('select product_id from product_watch where workplace_id = $1', [to]);
      expect(rows.map((row) => row.product_id).sort()).toEqual([alone, shared].sort());
    });
    const states = await admin.query(`select push_state from product where workplace_id = any($1)`, [
      [to, ada.workplaceId],
    ]);
    expect(states.rows.map((row) => row.push_state)).toEqual(['pushed', 'pushed', 'pushed', 'pushed']);
  });

  it('is written down in both workspaces, and who was held to it has one store less', async () => {
    const trail = async (place: string) =>
      (
        await admin.query(
          `select entity, change, actor_name from audit_entry where workplace_id = $1 and entity in ('store', 'store_move')
            and entity_name = 'quay-co.myshopify.com' and action like '%move%' order by at`,
          [place],
        )
      ).rows.map((row) => `${row.entity} ${row.change} ${row.actor_name}`);
    expect(await trail(ada.workplaceId)).toEqual(
      expect.arrayContaining(['store_move created Ada Owner', 'store removed Ada Owner']),
    );
    expect(await trail(to)).toEqual(
      expect.arrayContaining(['store created Ada Owner', 'store_move changed Ada Owner']),
    );
    const { rows } = await admin.query(`select store_ids from member where account_id = $1 and workplace_id = $2`, [
      eve.accountId,
      ada.workplaceId,
    ]);
    expect(rows).toEqual([{ store_ids: [] }]);
    expect(await stores(eve, ada.workplaceId)).toEqual([]);
  });

  it('goes back again, products and all', async () => {
    expect(await ask(ada, to, storeId, ada.workplaceId)).toMatchObject({ http: 200 });
    await ended(ada, ada.workplaceId, storeId, 'done');
    expect(await factsOf(admin, ada.workplaceId, storeId)).toEqual(before);
    expect(await count('product where workplace_id = $1 and deleted_at is null', [ada.workplaceId])).toBe(3);
  });
});

describe('work of a store that is about to move', () => {
  it('ends first: the move waits for it and says so, and nothing new is begun', async () => {
    const to = await make(ada, 'Waiting');
    const storeId = await bareStore(admin, ada, ada.workplaceId, 'Busy');
    const known = await admin.query(
      `select connection_id as id from supplier_connection where workplace_id = $1 limit 1`,
      [ada.workplaceId],
    );
    await plantOrders(admin, ada.workplaceId, storeId, known.rows[0].id, 2);
    await forget();
    const busy = `update supplier_order set pay_state = $3, next_attempt_at = now() + interval '1 hour'
      where workplace_id = $1 and store_id = $2`;
    await overwrite(admin, busy, [ada.workplaceId, storeId, 'unknown']);
    expect(await ask(ada, ada.workplaceId, storeId, to)).toMatchObject({ http: 200 });
    await vi.waitFor(
      async () => {
        const transfer = (await moves(ada, ada.workplaceId)).find((one) => one.store_id === storeId);
        expect(transfer).toMatchObject({ state: 'waiting', waits: { supplier_orders: 2 } });
      },
      { timeout: 10_000, interval: 100 },
    );
    const orders = await admin.query(`select order_id as id from sales_order where store_id = $1`, [storeId]);
    const placed = await ada.call('POST /orders/v5/request', { body: { orders: [{ order_id: orders.rows[0].id }] } });
    expect(JSON.stringify(placed.data)).toContain('STORE_MOVING');
    const unlinked = await ada.call('POST /auth/platform/unlink', { body: { store_id: storeId } });
    expect(unlinked).toMatchObject({ http: 400, code: 'STORE_MOVING' });
    const other = await make(ada, 'Elsewhere');
    expect(await ask(ada, ada.workplaceId, storeId, other)).toMatchObject({ http: 400, code: 'STORE_MOVING' });
    const gone = await ada.call('DELETE /auth/workplace/{workplace_id}', { params: { workplace_id: to } });
    expect(gone).toMatchObject({ http: 400, code: 'STORE_MOVING' });
    await overwrite(admin, busy, [ada.workplaceId, storeId, 'paid']);
    await ended(ada, to, storeId, 'done');
    expect(await count('sales_order where workplace_id = $1 and store_id = $2', [to, storeId])).toBe(2);
  });

  it('goes along where nobody answers for a quarter of an hour, once no worker holds it, and is asked about over there', async () => {
    const to = await make(ada, 'Never');
    const storeId = await bareStore(admin, ada, ada.workplaceId, 'Stuck');
    const known = await admin.query(
      `select connection_id as id from supplier_connection where workplace_id = $1 limit 1`,
      [ada.workplaceId],
    );
    await plantOrders(admin, ada.workplaceId, storeId, known.rows[0].id, 2);
    const here = [ada.workplaceId, storeId];
    // A worker holds one of the two.
    await overwrite(
      admin,
      `update supplier_order set state = 'unknown', pay_state = 'unpaid', attempts = 3, sent_at = now() - interval '1 day',
          next_attempt_at = now() + interval '1 hour', claimed_by = case when order_id = (select min(order_id::text)::uuid
            from sales_order where workplace_id = $1 and store_id = $2) then $3::uuid end
        where workplace_id = $1 and store_id = $2`,
      [...here, randomUUID()],
    );
    const hold = (until: string) =>
      overwrite(
        admin,
        `update supplier_order set claimed_until = now() + interval '${until}'
          where workplace_id = $1 and store_id = $2 and claimed_by is not null`,
        here,
      );
    await hold('1 hour');
    // Emails to the shoppers: one waits, a dead worker holds the other.
    for (const state of ['waiting', 'sending'])
      await admin.query(
        `insert into shopper_mail (workplace_id, mail_id, order_id, store_id, shipment_id, kind, state, claimed_by, claimed_until)
          select $1, gen_random_uuid(), order_id, $2, gen_random_uuid(), 'shipped', $3::text,
            case $3::text when 'sending' then gen_random_uuid() end, case $3::text when 'sending' then now() - interval '1 minute' end
          from sales_order where workplace_id = $1 and store_id = $2 limit 1`,
        [...here, state],
      );
    const watched = randomUUID();
    await admin.query(
      `insert into process (workplace_id, process_id, kind, subject_id, title, status, done, total)
        values ($1, $2::uuid, 'placement', $2::text, 'Placing', 'processing', 0, 2)`,
      [ada.workplaceId, watched],
    );
    await overwrite(admin, `update supplier_order set placement_id = $3 where workplace_id = $1 and store_id = $2`, [
      ...here,
      watched,
    ]);
    await forget();
    await ask(ada, ada.workplaceId, storeId, to);
    const moving = async () => (await stores(ada, ada.workplaceId)).find((one) => one.id === storeId)?.moving;
    expect(await moving()).toBe('waiting');
    await admin.query(`update store_move set created_at = now() - interval '16 minutes' where store_id = $1`, [
      storeId,
    ]);
    await vi.waitFor(async () => expect(await moving()).toBe('closing'), { timeout: 20_000, interval: 100 });
    expect(await count('sales_order where workplace_id = $1 and store_id = $2', here)).toBe(2);
    await hold('-1 second');
    await ended(ada, to, storeId, 'done');
    const { rows } = await admin.query(
      `select state, attempts, sent_at < now() - interval '23 hours' as as_sent, c.supplier
        from supplier_order o join supplier_connection c using (workplace_id, connection_id)
        where workplace_id = $1 and store_id = $2`,
      [to, storeId],
    );
    const asItWas = { state: 'unknown', attempts: 3, as_sent: true, supplier: 'quayside' };
    expect(rows).toEqual([asItWas, asItWas]);
    expect(await count('open_work_directory where workplace_id = $1', [to])).toBe(1);
    // Over there, the first has no parcel, and the second may have been sent.
    const mailsThere = async () =>
      (await admin.query('select state from shopper_mail where workplace_id = $1 order by state', [to])).rows;
    await vi.waitFor(async () => expect(await mailsThere()).toEqual([{ state: 'dropped' }, { state: 'failed' }]), {
      timeout: 20_000,
      interval: 100,
    });
    const process = await admin.query('select status, error_key from process where process_id = $1', [watched]);
    expect(process.rows).toEqual([{ status: 'error', error_key: 'STORE_MOVING' }]);
  });
});

describe('a move that is taken back', () => {
  const cancel = (who: Client, place: string, moveId: string) =>
    who.call('DELETE /core/stores/move/{move_id}', { params: { move_id: moveId } }, at(place));

  it('leaves the store where it is while it waits, and its work goes on; the next move is another one', async () => {
    const to = await make(ada, 'Perhaps');
    const storeId = await bareStore(admin, ada, ada.workplaceId, 'Hesitant');
    const known = await admin.query(
      `select connection_id as id from supplier_connection where workplace_id = $1 limit 1`,
      [ada.workplaceId],
    );
    await plantOrders(admin, ada.workplaceId, storeId, known.rows[0].id, 1);
    const work = `update supplier_order set pay_state = $3, next_attempt_at = now() + interval '1 hour'
      where workplace_id = $1 and store_id = $2`;
    await overwrite(admin, work, [ada.workplaceId, storeId, 'unknown']);
    await forget();
    const asked = await ask(ada, ada.workplaceId, storeId, to);
    const moveId = asked.data.move_id;
    expect(await cancel(eve, eve.workplaceId, moveId)).toMatchObject({ http: 404, code: 'STORE_MOVE_NOT_FOUND' });
    expect(await cancel(ada, to, moveId)).toMatchObject({ http: 404, code: 'STORE_MOVE_NOT_FOUND' });
    const both = await Promise.all([1, 2].map(() => cancel(ada, ada.workplaceId, moveId)));
    expect(both.map((one) => [one.http, one.data.state])).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ]);
    expect((await stores(ada, ada.workplaceId)).find((one) => one.id === storeId)?.moving).toBeNull();
    const trail = await admin.query(
      `select action from audit_entry where workplace_id = $1 and entity = 'store_move' and entity_id = $2 and change = 'changed'`,
      [ada.workplaceId, moveId],
    );
    expect(trail.rows.map((row) => row.action)).toContain('DELETE /core/stores/move/{move_id}');

    const again = await ask(ada, ada.workplaceId, storeId, to);
    expect(again.data.move_id).not.toBe(moveId);
    await overwrite(admin, work, [ada.workplaceId, storeId, 'paid']);
    await ended(ada, to, storeId, 'done');
    expect(await cancel(ada, ada.workplaceId, again.data.move_id)).toMatchObject({
      http: 400,
      code: 'STORE_MOVE_TOO_LATE',
    });
    expect(await count('sales_order where workplace_id = $1 and store_id = $2', [to, storeId])).toBe(1);
  });
});

/** Runs a move as a worker that is killed at its `nth` transaction, before or after it stands. Answers whether it was. */
async function killedAt(moveId: string, accountId: string, nth: number, after: boolean): Promise<boolean> {
  const { deps } = app.running;
  let seen = 0;
  const killed = new Error('killed');
  const tenant: Deps['db']['tenant'] = async (scope, fn) => {
    seen += 1;
    if (seen === nth && !after)
      return deps.db.tenant(scope, async (tx) => {
        await fn(tx);
        throw killed;
      });
    const result = await deps.db.tenant(scope, fn);
    if (seen === nth) throw killed;
    return result;
  };
  const mortal = { ...deps, db: { ...deps.db, tenant } };
  try {
    await transferStore(mortal, { accountId, moveId }, { isLastTry: false, signal: new AbortController().signal });
    return false;
  } catch (error) {
    if (error !== killed && !(error instanceof Later)) throw error;
    return true;
  }
}

describe('a move whose worker dies', () => {
  /** A move that no worker of the app takes up. */
  async function begin(name: string, orders: number) {
    const [from, to] = [await make(eve, `${name} from`), await make(eve, `${name} to`)];
    const storeId = await bareStore(admin, eve, from, name);
    await plant(admin, eve, { from, to, storeId }, orders);
    const moveId = randomUUID();
    await admin.query(`update store set moving = 'waiting' where store_id = $1`, [storeId]);
    await admin.query(
      `insert into store_move (account_id, move_id, store_id, from_workplace, to_workplace, actor, platform, platform_domain,
          store_name, mode, state, total)
        values ($1, $2, $3, $4, $5, $6, 'woocommerce', $7, $8, 'sandbox', 'waiting', $9)`,
      [
        eve.accountId,
        moveId,
        storeId,
        from,
        to,
        JSON.stringify({ kind: 'member', id: eve.accountId, name: 'Eve', action: 'POST /core/stores/move' }),
        `${storeId}.example`,
        name,
        orders + 3,
      ],
    );
    return { from, to, storeId, moveId, before: await factsOf(admin, from, storeId) };
  }
  const stateOf = async (moveId: string) =>
    (await admin.query(`select state from store_move where move_id = $1`, [moveId])).rows[0]?.state;

  it.each([true, false])(
    'at any of its transactions, after it stands (%s), goes on and loses nothing',
    async (after) => {
      const { before, from, moveId, storeId, to } = await begin(`Mortal ${after}`, 5);
      let kills = 0;
      for (let turn = 0; (await stateOf(moveId)) !== 'done'; turn += 1) {
        const nth = turn % 2 === 0 ? 1 : 2 + (((turn - 1) / 2) % 6);
        if (await killedAt(moveId, eve.accountId, nth, after)) kills += 1;
        // At each moment every row is in exactly one place.
        const places = await Promise.all([factsOf(admin, from, storeId), factsOf(admin, to, storeId)]);
        const aside = await count(`store_move_row where move_id = $1 and part not in ('product', 'product_variant')`, [
          moveId,
        ]);
        const rows = places.reduce((all, one) => all + rowsIn(one), 0) + aside;
        const doubled = (places[0]?.store?.n ?? 0) + (places[1]?.store?.n ?? 0) > 1 ? 1 : 0;
        const ahead =
          aside > 0 && (await count(`store_move_row where move_id = $1 and part = 'store'`, [moveId])) > 0 ? 1 : 0;
        expect(rows - doubled - ahead).toBe(rowsIn(before));
        expect(kills).toBeLessThan(100);
      }
      expect(kills).toBeGreaterThan(6);
      expect(await factsOf(admin, to, storeId)).toEqual(before);
      expect(rowsIn(await factsOf(admin, from, storeId))).toBe(0);
    },
  );

  it('takes along what the store reported on the way, and works it there', async () => {
    const { from, moveId, storeId, to } = await begin('Reporting', 3);
    const { vault } = app.running.deps;
    await admin.query(`update store set webhook_secret = $2, credentials = $3 where store_id = $1`, [
      storeId,
      JSON.stringify(vault.seal('the secret', `store:${storeId}:webhook`)),
      JSON.stringify(vault.seal({ consumerKey: 'ck', consumerSecret: 'cs' }, `store:${storeId}`)),
    ]);
    const entry = await admin.query(`select webhook_key from store_directory where store_id = $1`, [storeId]);
    const report = async (delivery: string) => {
      const body = JSON.stringify({
        id: 7 + ['waiting', 'carrying', 'arriving', 'tidying'].indexOf(delivery),
        date_modified_gmt: '2026-03-01T12:00:00',
      });
      const signature = createHmac('sha256', 'the secret').update(body).digest('base64');
      const answer = await fetch(`${app.url}/webhooks/woocommerce/${entry.rows[0].webhook_key}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-topic': 'order.updated',
          'x-wc-webhook-delivery-id': delivery,
          'x-wc-webhook-signature': signature,
        },
        body,
      });
      return answer.status;
    };
    const seen = new Set<string>();
    // One step at a time, and a report in each state that the move stands in.
    for (let guard = 0; (await stateOf(moveId)) !== 'done' && guard < 60; guard += 1) {
      const state = await stateOf(moveId);
      if (!seen.has(state)) expect(await report(state)).toBe(200);
      seen.add(state);
      await killedAt(moveId, eve.accountId, { carrying: 2, tidying: 9 }[state as string] ?? 1, true);
    }
    expect([...seen]).toEqual(['waiting', 'carrying', 'arriving', 'tidying']);
    expect(await report('waiting')).toBe(200);
    const kept = await admin.query(
      `select workplace_id, delivery_id, dedupe_key from webhook_delivery where sender_id = $1 and kind = 'order' and dedupe_key !~ '^[0-9]+$'`,
      [storeId],
    );
    expect(kept.rows.map((row) => row.workplace_id)).toEqual([to, to, to, to]);
    const jobs = await admin.query(
      `select distinct data ->> 'deliveryId' as id from pgboss.job where name in ('work-webhook', 'work-order-webhook') and data ->> 'workplaceId' = $1`,
      [to],
    );
    expect(jobs.rows.map((row) => row.id).sort()).toEqual(kept.rows.map((row) => row.delivery_id).sort());
    expect(await count('webhook_delivery where workplace_id = $1 and sender_id = $2', [from, storeId])).toBe(0);
  });

  it('stays when the other workspace is somebody else’s by then', async () => {
    const { before, from, moveId, storeId, to } = await begin('Taken', 1);
    await admin.query(`update workplace set account_id = $2 where workplace_id = $1`, [to, ada.accountId]);
    const run = { isLastTry: false, signal: new AbortController().signal };
    await transferStore(app.running.deps, { accountId: eve.accountId, moveId }, run);
    expect(await stateOf(moveId)).toBe('failed');
    expect(await factsOf(admin, from, storeId)).toEqual(before);
    expect(await count('store where workplace_id = $1', [to])).toBe(0);
    expect(await count('store where workplace_id = $1 and moving is not null', [from])).toBe(0);
  });

  it('comes back whole when something stands in the way to the end', async () => {
    const { before, from, moveId, storeId, to } = await begin('Back', 205);
    await addTrackingService(from);
    // A poll during the transfer found no parcels behind their numbers.
    await admin.query(
      `insert into tracked_number (workplace_id, tracked_id, service_id, shipment_id, store_id, tracking_number, state)
        select workplace_id, gen_random_uuid(), (select service_id from tracking_service where workplace_id = $1),
          shipment_id, store_id, tracking_number, 'ended' from shipment where workplace_id = $1 and store_id = $2`,
      [from, storeId],
    );
    // Somebody there has an order of the same id: the second portion can never arrive.
    const last = await admin.query(
      `select order_id as id from sales_order where store_id = $1 order by order_id desc limit 1`,
      [storeId],
    );
    const beside = await bareStore(admin, eve, to, 'In the way');
    await admin.query(
      `insert into sales_order (workplace_id, order_id, store_id, mode, external_order_id, name, placed_at, store_updated_at,
        read_at, currency, subtotal, shipping_total, tax_total, discount_total, total, financial_status, fulfillment_status,
        placement_status, public_tracking_id)
        values ($1, $2, $3, 'sandbox', 'y', '#y', now(), now(), now(), 'USD', 0, 0, 0, 0, 0, 'paid', 'unfulfilled', 'ready', $4)`,
      [to, last.rows[0].id, beside, randomUUID()],
    );
    const run = { isLastTry: true, signal: new AbortController().signal };
    await expect(transferStore(app.running.deps, { accountId: eve.accountId, moveId }, run)).rejects.toThrow(Later);
    expect(await stateOf(moveId)).toBe('returning');
    await transferStore(app.running.deps, { accountId: eve.accountId, moveId }, { ...run, isLastTry: false });
    expect(await stateOf(moveId)).toBe('failed');
    expect(await toFollow(from, storeId)).toBe(205);
    expect(await factsOf(admin, from, storeId)).toEqual(before);
    expect(rowsIn(await factsOf(admin, to, storeId))).toBe(0);
    expect(await count('product where workplace_id = $1', [to])).toBe(1);
    expect((await moves(eve, from))[0]?.problem?.text).toContain('Back couldn’t be moved');
  });
});
