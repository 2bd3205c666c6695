import { AppError } from '@quayside/kernel';
import { fakeChannel } from '@quayside/testing/fakes/fake-channel.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { fakeWorld, SANDBOX_URL } from '../../testing/fakes/fake-deps.ts';
import { beginConnect } from './actions/begin-connect.ts';
import { checkAllWebhooksSoon, checkWebhooks } from './actions/check-webhooks.ts';
import { finishInBrowser, takeDelivery } from './actions/finish-connect.ts';
import { withLease } from './actions/lease.ts';
import { linkStore } from './actions/link-store.ts';
import { openStore, withStore } from './actions/open-store.ts';
import { openSupplier } from './actions/open-supplier.ts';
import { reconnectStore } from './actions/reconnect-store.ts';
import { takeStoreWebhook } from './actions/take-webhook.ts';
import { uninstallStore } from './actions/uninstall-store.ts';
import { sendDuePolls } from './actions/watch-connections.ts';
import { createGapWatch, watchGaps } from './actions/watch-gaps.ts';
import { createWebhookWork, STILL_INSTALLED } from './actions/work-webhook.ts';
import { connectionJobs } from './jobs/handlers.ts';
import { findStore, listStores, storeContext, storeWebhookContext } from './store-repo.ts';

const db = await testDatabase();
const woo = fakeChannel('woocommerce');
const shopify = fakeChannel('shopify');
const { clock, deps, jobs, person } = await fakeWorld(db, {
  channels: [woo, shopify],
  env: { APP_URL: 'https://quay.example.com' },
});

let seen: string[] = [];
/** Orders whose work fails. */
const breaks = new Set<string>();
/** Whether the next poll finds a change that no webhook reported. */
let unreported = false;
const handlers = connectionJobs(deps, {
  onOrderChanged: async (_scope, _store, order) => {
    seen.push(`order ${order}`);
    if (breaks.has(order)) throw new Error(`order ${order} could not be worked`);
  },
  pollOrders: async () => {
    seen.push('poll');
    return unreported;
  },
  onReleased: async (_scope, _store, named) => void seen.push(`released ${named}`),
  onPrivacyRequest: async () => undefined,
  onSupplierOrderChanged: async () => undefined,
  pollSupplierOrders: async () => undefined,
});

let scope: WorkplaceScope;
/** The owner of a workplace, as the calls see him. */
const whoOf = (of: WorkplaceScope) => ({
  scope: of,
  account: {
    id: of.accountId,
    email: '',
    firstName: 'Ada',
    lastName: '',
    isOperator: false,
    isDemo: false,
    isProven: true,
  },
  memberships: [{ workplaceId: of.workplaceId, ownerId: of.accountId, role: 'owner' as const }],
});
let shops = 0;
let shop = '';
beforeEach(async () => {
  await jobs.drain(handlers);
  scope = await person();
  shops += 1;
  shop = `${SANDBOX_URL}/shop${shops}.example.com`;
  const { baseUrl: _moved, ...facts } = woo.facts;
  woo.facts = { ...facts, platformDomain: `shop${shops}.example.com`, missingScopes: [] };
  woo.hooks.clear();
  seen = [];
  unreported = false;
});

const link = (key = 'good', by = scope) => linkStore(deps, by, { platform: 'woocommerce', shop, credentials: { key } });
const read = (storeId: string) => db.read(scope, (ex) => findStore(ex, scope.workplaceId, storeId));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('linking a store', () => {
  it('keeps the address at which the store really answers', async () => {
    woo.facts = { ...woo.facts, baseUrl: `${SANDBOX_URL}/www/shop${shops}.example.com` };
    const store = await read(await link());
    expect(store).toMatchObject({ base_url: `${SANDBOX_URL}/www/shop${shops}.example.com`, mode: 'sandbox' });
    const { ctx } = await openStore(deps, scope, store?.store_id ?? '');
    expect(ctx.baseUrl).toBe(`${SANDBOX_URL}/www/shop${shops}.example.com`);
  });

  it('lets no real address lead into the sandbox, and no address of the sandbox out of it', async () => {
    const real = `https://real${shops}.example.com`;
    const typed = (address: string) =>
      codeOf(linkStore(deps, scope, { platform: 'woocommerce', shop: address, credentials: { key: 'good' } }));
    woo.facts = { ...woo.facts, baseUrl: `${SANDBOX_URL}/elsewhere` };
    expect(await typed(real)).toBe('STORE_ADDRESS_INVALID');
    woo.facts = { ...woo.facts, baseUrl: real };
    expect(await typed(shop)).toBe('STORE_ADDRESS_INVALID');
    expect(await db.read(scope, (ex) => listStores(ex, scope.workplaceId, true))).toEqual([]);
  });

  it('takes an address inside the sandbox for a sandbox store, whoever types it', async () => {
    expect(await read(await link())).toMatchObject({ mode: 'sandbox' });
  });

  it('keeps it with sealed keys, as the default, with our own supplier and working webhooks', async () => {
    const storeId = await link();
    expect(await jobs.drain(handlers)).toEqual([]);
    const store = await read(storeId);
    expect(store).toMatchObject({ status: 'active', is_default: true, mode: 'sandbox', orders_by: 'webhook' });
    expect(JSON.stringify(store?.credentials)).not.toContain('good');
    expect(woo.hooks.size).toBe(1);
    const { connector, ctx } = await openStore(deps, scope, storeId);
    expect(ctx.credentials).toEqual({ key: 'good' });
    expect(connector.id).toBe('woocommerce');
  });

  it('says what is wrong, and leaves nothing behind', async () => {
    expect(await codeOf(link('bad'))).toBe('OUTSIDE_KEY_REFUSED');
    woo.fail('verify', 'rejected', { code: 'unreachable' });
    expect(await codeOf(link())).toBe('OUTSIDE_UNREACHABLE');
    woo.fail('verify', 'rejected', { code: 'not_a_shop' });
    expect(await codeOf(link())).toBe('OUTSIDE_NOT_A_SHOP');
    woo.facts.missingScopes = ['write_orders'];
    expect(await codeOf(link())).toBe('OUTSIDE_MISSING_SCOPE');
    const wrong = linkStore(deps, scope, { platform: 'woocommerce', shop: 'nonsense', credentials: { key: 'good' } });
    expect(await codeOf(wrong)).toBe('STORE_ADDRESS_INVALID');
    const unknown = linkStore(deps, scope, {
      platform: 'woocommerce',
      shop,
      credentials: { key: 'good', colour: 'red' },
    });
    await expect(unknown).rejects.toMatchObject({ fields: { 'credentials.colour': ['INPUT_UNKNOWN_FIELD'] } });
    expect(await db.read(scope, (ex) => listStores(ex, scope.workplaceId, true))).toEqual([]);
    expect(await jobs.waiting()).toEqual([]);
  });

  it('refuses a store that another workspace has, until that one lets it go', async () => {
    const storeId = await link();
    const other = await person();
    expect(await codeOf(link('good', other))).toBe('STORE_EXIST_ANOTHER_OWNER');
    await uninstallStore(deps, scope, storeId);
    await jobs.drain(handlers);
    expect(await codeOf(link('good', other))).toBe('no refusal');
  });

  it('is the same store when it is linked again, also after it was disconnected', async () => {
    const first = await link();
    expect(await link()).toBe(first);
    await jobs.drain(handlers);
    await uninstallStore(deps, scope, first);
    expect(await codeOf(openStore(deps, scope, first))).toBe('STORE_DISCONNECTED');
    await jobs.drain(handlers);
    expect(woo.hooks.size).toBe(0);
    const kept = await read(first);
    expect(deps.vault.open(kept?.credentials ?? ({} as never), storeContext(first))).toEqual({});
    expect(await link()).toBe(first);
    expect(await read(first)).toMatchObject({ status: 'active', is_default: true });
  });

  it('marks a store whose keys stopped working, and takes the mark away with new ones', async () => {
    const storeId = await link();
    woo.fail('getOrder', 'auth');
    await expect(
      withStore(deps, scope, storeId, ({ connector, ctx }) => connector.getOrder(ctx, '1')),
    ).rejects.toThrow();
    expect(await read(storeId)).toMatchObject({
      status: 'needs_reconnect',
      last_error: { key: 'OUTSIDE_KEY_REFUSED' },
    });
    expect(await codeOf(openStore(deps, scope, storeId))).toBe('STORE_NEEDS_RECONNECT');
    await reconnectStore(deps, scope, storeId, { key: 'good' });
    expect(await read(storeId)).toMatchObject({ status: 'active', last_error: null });
  });

  it('polls and says why where the store refuses webhooks', async () => {
    woo.fail('ensureWebhooks', 'rejected');
    const storeId = await link();
    await jobs.drain(handlers);
    expect(await read(storeId)).toMatchObject({ orders_by: 'polling', orders_by_reason: { key: 'WEBHOOKS_REFUSED' } });
    seen = [];
    await db.global((tx) => tx.run(sql`update store_directory set next_poll_at = now() where store_id = ${storeId}`));
    await sendDuePolls(deps);
    await jobs.drain(handlers);
    expect(seen).toContain('poll');
  });
});

describe('connecting on the platform’s own page', () => {
  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';

  it('works once, and only for the one who began it', async () => {
    shopify.facts = { ...shopify.facts, platformDomain: `s${shops}.myshopify.com` };
    const { url } = await beginConnect(deps, whoOf(scope), 'shopify', `${SANDBOX_URL}/s${shops}.myshopify.com`);
    const query = { state: stateOf(url), code: 'right' };
    const stranger = await person();
    expect(await codeOf(finishInBrowser(deps, whoOf(stranger), 'shopify', query))).toBe('CONNECT_STATE_UNKNOWN');
    const { answer } = await finishInBrowser(deps, whoOf(scope), 'shopify', query);
    expect(answer.state).toBe('connected');
    const again = await finishInBrowser(deps, whoOf(scope), 'shopify', query);
    expect(again.answer).toEqual(answer);
  });

  it('waits for a first call that is still at work, when its page is loaded again', async () => {
    shopify.facts = { ...shopify.facts, platformDomain: `u${shops}.myshopify.com` };
    const { url } = await beginConnect(deps, whoOf(scope), 'shopify', `${SANDBOX_URL}/u${shops}.myshopify.com`);
    const query = { state: stateOf(url), code: 'right' };
    const used = (msAgo: number) => {
      const at = new Date(clock.millis() - msAgo).toISOString();
      return db.global((tx) => tx.run(sql`update connect_attempt set used_at = ${at} where state = ${query.state}`));
    };
    await used(1000);
    expect((await finishInBrowser(deps, whoOf(scope), 'shopify', query)).answer).toEqual({ state: 'pending' });
    // Where the first call came to nothing with its process, nobody waits for it for ever.
    await used(5 * 60_000);
    expect(await codeOf(finishInBrowser(deps, whoOf(scope), 'shopify', query))).toBe('CONNECT_STATE_UNKNOWN');
  });

  it('keeps a refusal, and a used state stays used', async () => {
    const { url } = await beginConnect(deps, whoOf(scope), 'shopify', `${SANDBOX_URL}/t${shops}.myshopify.com`);
    const state = stateOf(url);
    const wrong = await finishInBrowser(deps, whoOf(scope), 'shopify', { state, code: 'wrong' });
    expect(wrong.answer).toMatchObject({ state: 'refused', key: 'OUTSIDE_KEY_REFUSED' });
    const right = await finishInBrowser(deps, whoOf(scope), 'shopify', { state, code: 'right' });
    expect(right.answer.state).toBe('refused');
  });

  it('takes keys that the store delivers, once, and connects with them', async () => {
    const { url } = await beginConnect(deps, whoOf(scope), 'woocommerce', shop);
    const state = stateOf(url);
    const back = { success: '1', user_id: state };
    const delivery = Buffer.from('{"key":"good"}');
    expect((await finishInBrowser(deps, whoOf(scope), 'woocommerce', back)).answer.state).toBe('pending');
    expect(await takeDelivery(deps, state, delivery)).toBe(true);
    expect(await takeDelivery(deps, state, delivery)).toBe(false);
    await jobs.drain(handlers);
    expect((await finishInBrowser(deps, whoOf(scope), 'woocommerce', back)).answer.state).toBe('connected');
    const left = await db.global((tx) => tx.first(sql`select delivered from connect_attempt where state = ${state}`));
    expect(left).toEqual({ delivered: null });
  });

  it('is not offered where the keys could not be delivered', async () => {
    const at = (change: object) => ({ ...deps, config: { ...deps.config, ...change } });
    const begin = (world: typeof deps, typed: string) =>
      codeOf(beginConnect(world, whoOf(scope), 'woocommerce', typed));
    const home = { appUrl: undefined, ownUrl: 'http://127.0.0.1:4000' };
    expect(await begin(at(home), 'https://real.example.com')).toBe('APP_URL_NOT_SET');
    expect(await begin(at(home), shop)).toBe('APP_URL_NOT_HTTPS');
    expect(await begin(at({ appUrl: 'https://nas.local' }), 'https://real.example.com')).toBe('APP_URL_NOT_PUBLIC');
  });
});

describe('webhooks', () => {
  const receive = async (storeId: string, body: object, signed = true, more: Record<string, string> = {}) => {
    const entry = await db.global((tx) =>
      tx.first<{ webhook_key: string }>(sql`select webhook_key from store_directory where store_id = ${storeId}`),
    );
    const store = await read(storeId);
    const secret = store?.webhook_secret
      ? deps.vault.open<string>(store.webhook_secret, storeWebhookContext(storeId))
      : '';
    const raw = {
      headers: { 'content-type': 'application/json', signature: signed ? `signed with ${secret}` : 'forged', ...more },
      body: Buffer.from(JSON.stringify(body)),
    };
    return takeStoreWebhook(deps, 'woocommerce', entry?.webhook_key ?? '', raw);
  };

  it('are kept, worked once however often they come, and harmless afterwards', async () => {
    const storeId = await link();
    await jobs.drain(handlers);
    for (let n = 0; n < 3; n += 1)
      expect(await receive(storeId, { kind: 'order', id: '7', event: 'e1' })).toBe('taken');
    await jobs.drain(handlers);
    expect(await receive(storeId, { kind: 'order', id: '7', event: 'e1' })).toBe('taken');
    await jobs.drain(handlers);
    expect(seen).toEqual(['order 7']);
    const deliveries = await db.read(scope, (ex) =>
      ex.rows<{ delivery_id: string }>(
        sql`select delivery_id from webhook_delivery where workplace_id = ${scope.workplaceId}`,
      ),
    );
    const onOrderChanged = vi.fn();
    for (const { delivery_id } of deliveries)
      await createWebhookWork(deps, { onOrderChanged } as never)(scope, delivery_id, false);
    expect(onOrderChanged).not.toHaveBeenCalled();
    expect(await read(storeId)).toMatchObject({ last_webhook_at: expect.any(String) });
  });

  it('are refused and recorded when forged, and unknown at an address that nobody has', async () => {
    const storeId = await link();
    expect(await receive(storeId, { kind: 'order', id: '7', event: 'e2' }, false)).toBe('refused');
    const rows = await db.read(scope, (ex) =>
      ex.rows<{ state: string; reason: string }>(
        sql`select state, reason from webhook_delivery where workplace_id = ${scope.workplaceId}`,
      ),
    );
    expect(rows).toEqual([{ state: 'refused', reason: 'wrong signature' }]);
    expect(await takeStoreWebhook(deps, 'woocommerce', 'guess', { headers: {}, body: Buffer.alloc(0) })).toBe(
      'unknown',
    );
  });

  it('stay open while their work fails, and are kept as failed with the reason when it did for the last time', async () => {
    const storeId = await link();
    await jobs.drain(handlers);
    const kept = () =>
      db.read(scope, (ex) =>
        ex.first<{ delivery_id: string; state: string; reason: string | null }>(
          sql`select delivery_id, state, reason from webhook_delivery where workplace_id = ${scope.workplaceId}`,
        ),
      );
    breaks.add('9');
    await receive(storeId, { kind: 'order', id: '9', event: 'breaks' });
    await jobs.drain(handlers);
    expect(seen).toEqual(['order 9']);
    const open = await kept();
    expect(open).toMatchObject({ state: 'received', reason: null });
    const listeners = { onOrderChanged: () => Promise.reject(new Error('order 9 could not be worked')) };
    const work = (isLastTry: boolean) =>
      createWebhookWork(deps, listeners as never)(scope, open?.delivery_id ?? '', isLastTry);
    await expect(work(false)).rejects.toThrow('could not be worked');
    expect(await kept()).toMatchObject({ state: 'received', reason: null });
    await expect(work(true)).rejects.toThrow('could not be worked');
    expect(await kept()).toMatchObject({ state: 'failed', reason: 'order 9 could not be worked' });
    breaks.clear();
  });

  it('that lines may leave again are passed on to whoever waits for it', async () => {
    const storeId = await link();
    await jobs.drain(handlers);
    await receive(storeId, { kind: 'released', id: 'f1', event: 'e3' });
    await jobs.drain(handlers);
    expect(seen).toEqual(['released f1']);
  });

  describe('that say the app was uninstalled', () => {
    const deliveries = () =>
      db.read(scope, (ex) =>
        ex.rows<{ state: string; reason: string | null }>(
          sql`select state, reason from webhook_delivery where workplace_id = ${scope.workplaceId} order by delivery_id`,
        ),
      );

    it('disconnect the store once it refuses our credentials itself', async () => {
      const storeId = await link();
      await jobs.drain(handlers);
      woo.installed = false;
      await receive(storeId, { kind: 'app-uninstalled', event: 'gone' });
      await jobs.drain(handlers);
      woo.installed = true;
      expect((await read(storeId))?.status).toBe('uninstalled');
    });

    it('change nothing while the store still grants access, and are kept with the reason', async () => {
      const storeId = await link();
      await jobs.drain(handlers);
      await receive(storeId, { kind: 'app-uninstalled', event: 'not gone' });
      await jobs.drain(handlers);
      expect(await read(storeId)).toMatchObject({ status: 'active', last_error: null });
      expect(await deliveries()).toEqual([{ state: 'done', reason: STILL_INSTALLED }]);
    });

    it('wait for their next try when the store gives no clear answer', async () => {
      const storeId = await link();
      await jobs.drain(handlers);
      woo.installed = false;
      woo.fail('isInstalled', 'temporary', { times: 1 });
      await receive(storeId, { kind: 'app-uninstalled', event: 'who knows' });
      await jobs.drain(handlers);
      woo.installed = true;
      expect((await read(storeId))?.status).toBe('active');
      expect(await deliveries()).toEqual([{ state: 'received', reason: null }]);
    });
  });

  it('are refused and recorded when they name another store', async () => {
    const storeId = await link();
    await jobs.drain(handlers);
    const body = { kind: 'order', id: '7', event: 'e9' };
    expect(await receive(storeId, body, true, { shop: 'other.example.com' })).toBe('refused');
    const rows = await db.read(scope, (ex) =>
      ex.rows<{ state: string; cause: string; reason: string }>(
        sql`select state, cause, reason from webhook_delivery where workplace_id = ${scope.workplaceId}`,
      ),
    );
    expect(rows).toEqual([{ state: 'refused', cause: 'signature', reason: 'it names another shop' }]);
    const { platform_domain } = (await read(storeId)) ?? {};
    expect(await receive(storeId, body, true, { shop: platform_domain ?? '' })).toBe('taken');
  });
});

it('lets one worker at a time renew a token, and the next one find it renewed', async () => {
  const storeId = await link();
  const kept = { scope, table: 'store' as const, id: storeId, context: storeContext(storeId) };
  const { ctx } = await openStore(deps, scope, storeId);
  const found: (string | undefined)[] = [];
  const tried = Promise.withResolvers<void>();
  const tenant: typeof db.tenant = (of, fn) => db.tenant(of, fn).finally(tried.resolve);
  let second: Promise<unknown> | undefined;
  await withLease(deps, kept, async (newest) => {
    found.push(newest.token);
    second = withLease({ ...deps, db: { ...deps.db, tenant } }, kept, async ({ token }) => found.push(token));
    await tried.promise;
    await ctx.saveCredentials({ ...newest, token: 'renewed' });
  });
  await second;
  expect(found).toEqual([undefined, 'renewed']);
});

it('never shows a store of another workspace', async () => {
  const storeId = await link();
  const stranger = await person();
  expect(await codeOf(openStore(deps, stranger, storeId))).toBe('STORE_NOT_FOUND');
});

it('knows no supplier that is not there', async () => {
  expect(await codeOf(openSupplier(deps, scope, { supplier: 'cj', mode: 'sandbox' }))).toBe('SUPPLIER_NOT_CONNECTED');
});

// Last: it lets hours pass.
describe('webhooks that a store ended', () => {
  /** A store that nobody else is looked after beside. */
  const linkAlone = async () => {
    const storeId = await link();
    await jobs.drain(handlers);
    await db.global((tx) => tx.run(sql`update store_directory set active = false where store_id <> ${storeId}`));
    return storeId;
  };
  const lookAfter = async (hours: number) => {
    for (let hour = 0; hour < hours; hour += 1) {
      await checkWebhooks(deps);
      await jobs.drain(handlers);
      clock.pass(3_600_000);
    }
  };

  it('are asked for again within hours, and those that it refused within one', async () => {
    const storeId = await linkAlone();
    expect(woo.hooks.size).toBe(1);
    woo.hooks.clear();
    await lookAfter(6);
    expect(woo.hooks.size).toBe(1);
    expect(await read(storeId)).toMatchObject({ orders_by: 'webhook' });

    woo.fail('ensureWebhooks', 'rejected');
    woo.hooks.clear();
    // Its turn may be the last of the six, and it is refused there: one hour more.
    await lookAfter(7);
    expect(woo.hooks.size).toBe(1);
    expect(await read(storeId)).toMatchObject({ orders_by: 'webhook', orders_by_reason: null });
  });

  /** Lets the watcher look once, and everything that follows from it happen. */
  const watch = async () => {
    await sendDuePolls(deps);
    await jobs.drain(handlers);
  };
  const entryOf = (storeId: string) =>
    db.global((tx) =>
      tx.first<{ poll_seconds: number; webhook_base: string | null }>(
        sql`select poll_seconds, webhook_base from store_directory where store_id = ${storeId}`,
      ),
    );
  /** Hours until the next poll by the clock: what is polled is polled for another reason. */
  const notDue = (storeId: string) =>
    db.global((tx) =>
      tx.run(sql`update store_directory set next_poll_at = now() + interval '9 hours' where store_id = ${storeId}`),
    );

  it('are switched on again at the start of a process, what was missed is looked for, and the owner is told', async () => {
    const storeId = await linkAlone();
    await notDue(storeId);
    seen = [];
    await checkAllWebhooksSoon(deps);
    await watch();
    // All was well: no word of it.
    expect(seen).toEqual([]);
    expect((await read(storeId))?.metadata.webhooks_restored_at).toBeUndefined();

    woo.hooks.clear();
    await checkAllWebhooksSoon(deps);
    await watch();
    expect(woo.hooks.size).toBe(1);
    expect(seen).toEqual(['poll']);
    const store = await read(storeId);
    expect(store).toMatchObject({ orders_by: 'webhook', metadata: { webhooks_restored_at: clock.now() } });
    expect(await entryOf(storeId)).toMatchObject({ poll_seconds: 600 });
  });

  it('are asked for a batch at a time, however many stores there are', async () => {
    const storeId = await linkAlone();
    await db.global((tx) =>
      tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key,
          webhook_base, next_poll_at)
        select gen_random_uuid(), workplace_id, account_id, platform, 'many' || n, mode, 'many' || n, webhook_base,
          now() + interval '9 hours' from store_directory, generate_series(1, 70) n where store_id = ${storeId}`),
    );
    await notDue(storeId);
    await checkAllWebhooksSoon(deps);
    await checkAllWebhooksSoon(deps);
    const checks = async () => {
      await sendDuePolls(deps);
      return (await jobs.waiting()).filter((job) => job.name === 'check-store').length;
    };
    expect([await checks(), await checks(), await checks()]).toEqual([50, 71, 71]);
    await db.global((tx) => tx.run(sql`delete from store_directory where platform_domain like 'many%'`));
    await jobs.drain(handlers);
  });

  it('are looked at when a poll finds a change that none of them reported, and until then it polls quickly', async () => {
    const storeId = await linkAlone();
    woo.hooks.clear();
    unreported = true;
    await db.global((tx) => tx.run(sql`update store_directory set next_poll_at = now() where store_id = ${storeId}`));
    await watch();
    expect(await entryOf(storeId)).toMatchObject({ poll_seconds: 30 });
    unreported = false;
    await watch();
    expect(woo.hooks.size).toBe(1);
    expect(await entryOf(storeId)).toMatchObject({ poll_seconds: 600 });
  });

  it('are looked at after a gap in which the process did not work, and not without one', async () => {
    const storeId = await linkAlone();
    await notDue(storeId);
    const tick = createGapWatch(deps);
    woo.hooks.clear();
    clock.pass(5_000);
    await tick();
    await watch();
    expect(woo.hooks.size).toBe(0);
    clock.pass(40_000);
    await tick();
    await watch();
    expect(woo.hooks.size).toBe(1);
  });

  it('are checked when a process starts watching for gaps, without waiting for one', async () => {
    const storeId = await linkAlone();
    await notDue(storeId);
    woo.hooks.clear();
    const stop = await watchGaps(deps);
    try {
      await watch();
      expect(woo.hooks.size).toBe(1);
    } finally {
      await stop();
    }
  });

  it('come and go with APP_URL from one start to the next, and the pace of polling with them', async () => {
    const storeId = await linkAlone();
    await db.global((tx) => tx.run(sql`update store_directory set mode = 'live' where store_id = ${storeId}`));
    await db.tenant(scope, (tx) =>
      tx.run(sql`update store set mode = 'live' where workplace_id = ${scope.workplaceId} and store_id = ${storeId}`),
    );
    const { appUrl } = deps.config;
    const startWith = async (address: string | undefined) => {
      Object.assign(deps.config, { appUrl: address });
      await checkAllWebhooksSoon(deps);
    };
    try {
      await startWith(appUrl);
      await watch();
      expect([...woo.hooks].filter((address) => address.startsWith(`${appUrl}/`))).toHaveLength(1);
      await startWith(undefined);
      expect(await entryOf(storeId)).toMatchObject({ poll_seconds: 30 });
      await watch();
      expect([...woo.hooks].filter((address) => address.startsWith(`${appUrl}/`))).toHaveLength(0);
      expect(await read(storeId)).toMatchObject({
        orders_by: 'polling',
        orders_by_reason: { key: 'WEBHOOKS_APP_URL_NOT_SET' },
      });
      expect(await entryOf(storeId)).toEqual({ poll_seconds: 30, webhook_base: null });
      await startWith(appUrl);
      await watch();
      expect([...woo.hooks].filter((address) => address.startsWith(`${appUrl}/`))).toHaveLength(1);
      expect(await read(storeId)).toMatchObject({ orders_by: 'webhook', orders_by_reason: null });
      expect(await entryOf(storeId)).toEqual({ poll_seconds: 600, webhook_base: appUrl });
    } finally {
      Object.assign(deps.config, { appUrl });
    }
  });

  it('come to a store that was connected before it could reach us', async () => {
    const storeId = await linkAlone();
    await db.global((tx) =>
      tx.run(sql`update store_directory set mode = 'live', webhook_base = null where store_id = ${storeId}`),
    );
    woo.hooks.clear();
    await lookAfter(1);
    expect(woo.hooks.size).toBe(1);
  });
});
