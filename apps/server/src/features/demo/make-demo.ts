import type { CallMap } from '@quayside/contracts';
import { z } from 'zod';
import { sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { holdAccount } from '../../http/hold-session.ts';
import { defineJob, handler, Later } from '../../jobs/define.ts';
import {
  createAccount,
  lastFlagAt,
  noteFlag,
  openSession,
  readFlag,
  retireDemo,
  saveDemoPassword,
} from '../accounts/index.ts';
import { lastEntryAt } from '../audit/index.ts';
import { lastOrderAt } from '../orders/index.ts';
import { setPlan } from '../plans/index.ts';
import { giveBonus } from '../wallet/index.ts';
import { type DemoClient, demoClient } from './client.ts';
import { DEMO } from './demo-account.ts';
import { emptyShop, SHOPS } from './history/counterparts.ts';
import { makeHistory } from './history/make-history.ts';
import { DEMO_BONUS } from './history/money.ts';
import { mayRemake } from './rules/may-remake.ts';
import { shop } from './shoppers.ts';
import { connectShopify, connectWooCommerce } from './stores.ts';

/** Play money for the start, USD cents. */
const BONUS = 100_000;
/** Two stores that are worked in by turns begin with this plan. */
const DEMO_OWNS = 'PRO_CREDIT_TIER_1';
const PRODUCTS = 12;
const ORDERS = 9;
/** Fewer where they follow a past: an ordinary day. */
const ORDERS_TODAY = 5;
/** Pieces of a variant; the history returns its own to the shelf after each chunk. */
const LEAST_STOCK = 40;
const WAIT_MS = 1_500;

type Card = CallMap['GET /center/products/find']['data']['items'][number];

/** When everything was there; what people do comes after it. */
const MADE = 'demo:made';
/** It takes the place of an older one, which its shops still hold. */
const REMADE = 'demo:remade';

const makeDemoJob = defineJob({ name: 'make-demo', payload: z.object({}), concurrency: 1, tries: 20 });

async function demoScope(deps: Deps): Promise<WorkplaceScope | undefined> {
  const account = await deps.db.global((tx) =>
    tx.first<{ account_id: string }>(
      sql`select account_id from account where email_key = ${DEMO.email} and is_demo and deleted_at is null`,
    ),
  );
  if (!account) return undefined;
  const member = await deps.db.read({ accountId: account.account_id }, (ex) =>
    ex.first<{ workplace_id: string }>(
      sql`select workplace_id from member where account_id = ${account.account_id} order by created_at limit 1`,
    ),
  );
  return member && { accountId: account.account_id, workplaceId: member.workplace_id };
}

/** Whether the account may be replaced by one with today's dates. */
async function isUntouchedAndOld(deps: Deps, scope: WorkplaceScope): Promise<boolean> {
  const { accountId, workplaceId } = scope;
  return deps.db.read(scope, async (ex) =>
    mayRemake(await readFlag<{ at: string }>(ex, accountId, MADE), deps.clock.now(), [
      await lastEntryAt(ex, workplaceId),
      await lastOrderAt(ex, workplaceId),
      await lastFlagAt(ex, accountId),
    ]),
  );
}

/** Makes the demo account at once, so that the sign-in that is printed works; the rest follows in a job. */
export async function beginDemo(deps: Deps, password: string): Promise<void> {
  const scope = await demoScope(deps);
  const isOld = scope !== undefined && (await isUntouchedAndOld(deps, scope));
  if (isOld) await retireDemo(deps, scope.accountId);
  if (scope && !isOld) await saveDemoPassword(deps, scope.accountId, password);
  else
    await createAccount(deps, {
      ...DEMO,
      password,
      language: 'en',
      timeZone: '',
      isDemo: true,
      ...(isOld ? { also: async (tx, accountId) => void (await noteFlag(tx, accountId, REMADE, true)) } : {}),
    });
  await deps.db.global((tx) => deps.queue.send(tx, makeDemoJob, {}));
}

/** The products whose first variants, which the demo's shoppers buy, are not about to run out at the warehouse. */
async function wellStocked(client: DemoClient, cards: readonly Card[]): Promise<Card[]> {
  const stocked = await Promise.all(
    cards.map(async (card) => {
      const params = { platform: card.source, id: card.source_product_id };
      const { variants } = await client('GET /center/products/source/{platform}/{id}', { params });
      return variants.slice(0, 2).every(({ stock }) => (stock ?? 0) >= LEAST_STOCK);
    }),
  );
  return cards.filter((_card, index) => stocked[index]);
}

/**
 * Fills the demo account by the same calls that a person makes: two stores, products in both, shoppers' orders, a filled
 * wallet. Every step first checks whether it was done, so that an interrupted start continues.
 */
async function makeDemo(deps: Deps, sandboxUrl: string, warehouseKey: string, stopping: AbortSignal): Promise<void> {
  const scope = await demoScope(deps);
  if (!scope) throw new Error('the demo account is gone');
  const version = (await deps.db.global((tx) => holdAccount(tx, scope.accountId))) ?? 0;
  const { token } = await openSession(
    deps,
    { accountId: scope.accountId, version },
    {
      locale: 'en',
      timeZone: '',
      ip: '127.0.0.1',
      userAgent: 'demo',
      isHere: true,
    },
  );
  const client = demoClient(deps, token, scope.workplaceId);
  try {
    // With a past, the wallet's books begin in it.
    if (!deps.config.demoHistory)
      await deps.db.tenant(scope, (tx) =>
        giveBonus(tx, { accountId: scope.accountId, mode: 'sandbox', key: DEMO_BONUS, amount: BONUS }),
      );
    await deps.db.tenant({ accountId: scope.accountId }, (tx) => setPlan(tx, scope.accountId, DEMO_OWNS));
    const { items: stores } = await client('GET /stores/list-store');
    const has = (platform: string) => stores.some((store) => store.platform === platform && store.status === 'active');
    if (!has('woocommerce')) await unlessTaken(() => connectWooCommerce(client, sandboxUrl, 'harbour-goods'));
    if (!has('shopify')) await unlessTaken(() => connectShopify(client, 'north-pier'));
    if (await deps.db.read(scope, (ex) => readFlag(ex, scope.accountId, REMADE)))
      for (const one of SHOPS) await emptyShop(sandboxUrl, one, `empty-${scope.workplaceId}`);

    const counts = await client('GET /center/products/count');
    if (counts.all < PRODUCTS) {
      const found = await client('GET /center/products/find', {
        query: { sort: 'desc_lastest_volumee', page_size: 60, source: 'quayside' },
      });
      // The most sold of each shelf: a shop of one kind of thing would look made up.
      const shelves = new Set<string>();
      const picked = found.items.filter((card) => {
        const shelf = card.category_id ?? '';
        if (shelves.has(shelf) || card.total_variants > 30) return false;
        shelves.add(shelf);
        return true;
      });
      if (found.items.length < 60) throw new Later(WAIT_MS, 'the catalogue is still being read');
      const connected = (await client('GET /stores/list-store')).items.filter((store) => store.status === 'active');
      const products = (await wellStocked(client, picked))
        .slice(0, PRODUCTS)
        .map((card) => ({ supplier_product_id: card.source_product_id, source: card.source, ship_to: 'US' }));
      for (const store of connected) {
        await client('POST /center/products/source/push', {
          body: { store_id: store.id, products, rates: { EUR: 0.92 } },
        });
      }
    }
    const { items: bought } = await client('GET /orders/v5/list', { query: { period: 'all', page_size: 25 } });
    const isMade = await deps.db.read(scope, (ex) => readFlag(ex, scope.accountId, MADE));
    if (isMade || (bought.length > 0 && !deps.config.demoHistory)) return;
    // Nobody waits for these pushes: who looks around begins with nothing of his own under way.
    const { items: pushes } = await client('GET /processes');
    if (pushes.some((one) => one.status === 'processing')) throw new Later(WAIT_MS, 'products are still being pushed');
    if (pushes.length > 0)
      await client('POST /processes/seen', { body: { process_ids: pushes.map((one) => one.process_id) } });
    if (deps.config.demoHistory) await makeHistory({ deps, scope, sandboxUrl, warehouseKey, bonus: BONUS });
    await shop(deps, sandboxUrl, deps.config.demoHistory ? ORDERS_TODAY : ORDERS, WAIT_MS);
    await deps.db.tenant(scope, (tx) => noteFlag(tx, scope.accountId, MADE, { at: deps.clock.now() }));
  } catch (error) {
    // The job is retried: without this line an unfinished demo account has no visible reason.
    if (!(error instanceof Later) && !stopping.aborted)
      deps.log.error({ err: String(error) }, 'the demo account could not be completed');
    throw error;
  } finally {
    await client('POST /auth/logout');
  }
}

/** The stores of the account that this one replaces are let go by a job. */
async function unlessTaken(connect: () => Promise<void>): Promise<void> {
  try {
    await connect();
  } catch (error) {
    if (String(error).includes('STORE_EXIST_ANOTHER_OWNER')) throw new Later(WAIT_MS, 'its store is not free yet');
    throw error;
  }
}

/** The demo account and its little world; only with the sandbox. */
export function register(deps: Deps, sandboxUrl: string | undefined, warehouseKey: string): Feature {
  return {
    routes() {},
    jobs: sandboxUrl
      ? [handler(makeDemoJob, (_job, { signal }) => makeDemo(deps, sandboxUrl, warehouseKey, signal))]
      : [],
  };
}
