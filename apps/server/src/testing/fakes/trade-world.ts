import type { ChannelOrder } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import {
  Crash,
  type TradingShop,
  type TradingSupplier,
  tradingShop,
  tradingSupplier,
} from '@quayside/testing/fakes/fake-trade.ts';
import { type Db, json, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { openSupplier } from '../../features/connections/index.ts';
import * as fulfilment from '../../features/fulfilment/index.ts';
import * as manualOrders from '../../features/manual-orders/index.ts';
import * as mapping from '../../features/mapping/index.ts';
import * as orderNotes from '../../features/order-notes/index.ts';
import * as orders from '../../features/orders/index.ts';
import type { Quota } from '../../features/plans/index.ts';
import { requestPlacement } from '../../features/purchasing/actions/request-placement.ts';
import { sendManually } from '../../features/purchasing/actions/send-manually.ts';
import * as purchasing from '../../features/purchasing/index.ts';
import * as returns from '../../features/returns/index.ts';
import { giveBonus } from '../../features/wallet/index.ts';
import type { Account, Who } from '../../http/who.ts';
import type { JobHandler } from '../../jobs/define.ts';
import { getPatience } from '../../jobs/effect/pauses.ts';
import { createSweep, type Sweeping } from '../../jobs/effect/sweep.ts';
import { fakeWorld } from './fake-deps.ts';
import type { JobTable } from './job-table.ts';

/** A plan that allows everything. */
const endlessPlan: Quota = {
  admit: async (_scope, _feature, wanted) => ({ fits: wanted, confirm: async () => undefined }),
};

export interface Owner {
  scope: WorkplaceScope;
  storeId: string;
  who: Who;
}

export interface TradeWorld {
  deps: Deps;
  jobs: JobTable;
  shop: TradingShop;
  own: TradingSupplier;
  cj: TradingSupplier;
  ordering: orders.OrdersFeature;
  buying: purchasing.PurchasingFeature;
  sweeping: Sweeping;
  handlers: JobHandler[];
  match: orders.OrderPorts['match'];
  /** Where SKUs come from: "SKU-A" is the variant "va" of our own supplier unless it is named here. */
  sources: Record<string, Partial<orders.VariantMatch> | null>;
  /** An owner with a connected sandbox store, our supplier and CJ, and play money in the wallet (USD cents). */
  owner(money?: number): Promise<Owner>;
  /** An order comes in from the owner's store, and its purchase is requested with payment. Returns the order's id. */
  request(owner: Owner, order: ChannelOrder): Promise<string>;
  /** Places an order's ready lines, paid by themselves, and runs what follows. */
  buy(owner: Owner, orderId: string): Promise<void>;
  /** The owner sends lines himself. */
  sendByHand: (owner: Owner, input: Parameters<typeof sendManually>[2]) => ReturnType<typeof sendManually>;
  /** The time that leases and pauses go by moves on, for all rows of an owner. */
  passTime(owner: Owner, seconds: number): Promise<void>;
  returnPorts: returns.ReturnPorts;
  /** Runs jobs, and lets time pass, until nothing is left to do. */
  settle(owner: Owner): Promise<void>;
  /** The same world of a process that is killed at its `at`-th step; steps are counted over everything it does. */
  killedAt(at: number): { handlers: JobHandler[]; steps(): number; died(): boolean };
}

const matchOf = (
  sku: string,
  known: Partial<orders.VariantMatch> | null | undefined,
): orders.VariantMatch | undefined =>
  known === null
    ? undefined
    : {
        productId: newId(),
        variantId: newId(),
        source: 'quayside',
        sourceProductId: `p-${sku}`,
        sourceVariantId: `v-${sku}`,
        sourceSku: `s-${sku}`,
        cost: 1_000,
        currency: 'USD',
        imageUrl: null,
        ...known,
      };

/** Owners, a store, suppliers, and the features between them, on a real database; jobs run when told. */
export async function tradeWorld(db: Db): Promise<TradeWorld> {
  const shop = tradingShop();
  const own = tradingSupplier('quayside');
  const cj = tradingSupplier('cj', false);
  const { deps, jobs, person } = await fakeWorld(db, { channels: [shop], suppliers: [own, cj] });
  const sources: TradeWorld['sources'] = {};
  const patience = getPatience(60);

  const match: orders.OrderPorts['match'] = async (ex, workplaceId, storeId, wanted) => {
    const mapped = await mapping.matchMapped(ex, workplaceId, storeId, wanted);
    const matches = wanted.map(({ sku }, at) => mapped[at] ?? (sku ? matchOf(sku, sources[sku]) : undefined));
    return mapping.markHeld(ex, workplaceId, 'sandbox', matches);
  };

  function features(with_: Deps) {
    const ordering = orders.register(with_, {
      match,
      mappedVariants: mapping.mappedVariants,
      onNewOrders: (tx, { workplaceId }, orderIds) => purchasing.matchNewOrders(tx, workplaceId, orderIds),
      supplierOrders: purchasing.findSupplierOrders,
      shipments: fulfilment.findShipments,
    });
    const buying = purchasing.register(with_, { match, quota: endlessPlan }, patience);
    const telling = fulfilment.register(with_, patience);
    const annotating = orderNotes.register(with_, patience);
    const returnPorts: returns.ReturnPorts = {
      createExchange: (tx, scope, order, wanted) =>
        manualOrders.createExchange(tx, with_, { match, onNewOrders: async () => undefined }, scope, order, wanted),
      variants: async () => [],
    };
    const returning = returns.register(with_, returnPorts, patience);
    const sweeping = createSweep(with_, [buying, telling, annotating, returning]);
    const handlers = [
      ...ordering.jobs,
      ...buying.jobs,
      ...telling.jobs,
      ...(annotating.jobs ?? []),
      ...(returning.jobs ?? []),
      sweeping.job,
    ];
    return { ordering, buying, sweeping, handlers, returnPorts };
  }

  const here = features(deps);

  async function passTime({ scope }: Owner, seconds: number): Promise<void> {
    const back = (column: string) => `${column} = seconds_after(${column}, ${-seconds})`;
    const columns = ['sent_at', 'claimed_until', 'next_attempt_at'];
    await db.tenant(scope, async (tx) => {
      await tx.raw(
        `update supplier_order set ${[...columns, 'pay_sent_at'].map(back).join(', ')} where workplace_id = $1`,
        [scope.workplaceId],
      );
      await tx.raw(
        `update store_check set ${['asked_at', 'asking_until', 'silent_since', 'silent_at'].map(back).join(', ')} where workplace_id = $1`,
        [scope.workplaceId],
      );
      await tx.raw(
        `update refund_request set ${['send_sent_at', 'claimed_until', 'next_attempt_at', 'checked_at'].map(back).join(', ')} where workplace_id = $1`,
        [scope.workplaceId],
      );
      await tx.raw(`update order_edit set ${columns.map(back).join(', ')} where workplace_id = $1`, [
        scope.workplaceId,
      ]);
      await tx.raw(`update order_return_refund set ${columns.map(back).join(', ')} where workplace_id = $1`, [
        scope.workplaceId,
      ]);
      await tx.raw(`update shipment set ${columns.map(back).join(', ')} where workplace_id = $1`, [scope.workplaceId]);
    });
  }

  async function settle(owner: Owner): Promise<void> {
    for (let round = 0; round < 60; round++) {
      await jobs.drain(here.handlers);
      await here.buying.progress.flush();
      if ((await jobs.waiting()).length === 0) return;
      await passTime(owner, 90);
    }
    throw new Error(`jobs are left: ${JSON.stringify(await jobs.waiting())}`);
  }

  return {
    deps,
    jobs,
    shop,
    own,
    cj,
    ...here,
    match,
    sources,
    async owner(amount = 1_000_000) {
      const scope = await person();
      const storeId = newId();
      await db.tenant(scope, async (tx) => {
        const sealed = json(deps.vault.seal({ key: 'good' }, `store:${storeId}`));
        await tx.run(sql`insert into store (workplace_id, store_id, account_id, platform, platform_domain, base_url, mode, status,
            store_name, currency, credentials)
          values (${scope.workplaceId}, ${storeId}, ${scope.accountId}, 'woocommerce', ${`${storeId}.example.com`},
            'http://127.0.0.1:9/shop', 'sandbox', 'active', 'A shop', 'USD', ${sealed})`);
        const connectionId = newId();
        const key = json(deps.vault.seal({ apiKey: 'k' }, `supplier:${connectionId}`));
        await tx.run(sql`insert into supplier_connection (workplace_id, connection_id, supplier, label, mode, payer, status, credentials)
          values (${scope.workplaceId}, ${connectionId}, 'cj', 'CJ', 'sandbox', 'own-account', 'active', ${key})`);
        if (amount > 0)
          await giveBonus(tx, { accountId: scope.accountId, mode: 'sandbox', key: `bonus:${newId()}`, amount });
      });
      await openSupplier(deps, scope, { supplier: 'quayside', mode: 'sandbox' });
      const account: Account = {
        id: scope.accountId,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Owner',
        isOperator: false,
        isDemo: false,
        isProven: true,
      };
      const who: Who = {
        account,
        scope,
        own: { accountId: scope.accountId },
        workplaceId: scope.workplaceId,
        memberships: [{ workplaceId: scope.workplaceId, ownerId: scope.accountId, role: 'owner' }],
        role: 'owner',
        stores: new Set([storeId]),
        locale: 'en',
        timeZone: 'UTC',
        ip: '127.0.0.1',
        userAgent: 'test',
        tokenHash: Buffer.alloc(32),
      };
      return { scope, storeId, who };
    },
    passTime,
    settle,
    async request({ scope, storeId }, order) {
      shop.orders.set(order.externalOrderId, order);
      await here.ordering.onOrderChanged(scope, storeId, order.externalOrderId);
      const row = await db.read(scope, (ex) =>
        ex.first<{ order_id: string }>(sql`select order_id from sales_order
          where workplace_id = ${scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
      );
      if (!row) throw new Error('the order did not come in');
      await requestPlacement(deps, scope, [{ order_id: row.order_id }], true);
      return row.order_id;
    },
    async buy(owner, orderId) {
      await requestPlacement(deps, owner.scope, [{ order_id: orderId }], true);
      await settle(owner);
    },
    sendByHand: (owner, input) => sendManually(deps, owner.who, input),
    killedAt(at) {
      let step = 0;
      let dead = false;
      const mark = (): void => {
        step += 1;
        if (dead || step >= at) {
          dead = true;
          throw new Crash('the process was killed');
        }
      };
      const wrap =
        <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
        async (...args: A): Promise<R> => {
          mark();
          const result = await work(...args);
          mark();
          return result;
        };
      const dying: Deps = {
        ...deps,
        db: {
          ...deps.db,
          // A transaction that commits and a process that dies before it hears of it: both sides of the step are steps.
          tenant: wrap(deps.db.tenant.bind(deps.db)) as Deps['db']['tenant'],
          read: wrap(deps.db.read.bind(deps.db)) as Deps['db']['read'],
        },
        connectors: {
          ...deps.connectors,
          channels: { woocommerce: wrapped(shop, wrap) },
          suppliers: { quayside: wrapped(own, wrap), cj: wrapped(cj, wrap) },
        },
      };
      return { handlers: features(dying).handlers, steps: () => step, died: () => dead };
    },
  };
}

type Wrap = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => (...args: A) => Promise<R>;

/** The other side lives on when the process dies; only the calls to it are cut. */
function wrapped<T extends object>(connector: T, wrap: Wrap): T {
  return new Proxy(connector, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      const calls = [
        'createOrder',
        'findOrder',
        'getOrder',
        'payOrder',
        'findPayment',
        'quoteShipping',
        'getStock',
        'openDispute',
        'findDispute',
      ];
      const shopCalls = [
        'createFulfillment',
        'listFulfillments',
        'updateTracking',
        'findTracking',
        'readOrderNotes',
        'writeOrderNote',
        'changeOrderTag',
        'readRefundable',
        'createRefund',
        'findRefund',
        'listOrders',
        'orderStates',
      ];
      if (typeof value !== 'function' || ![...calls, ...shopCalls].includes(String(name))) return value;
      return wrap(value as (...args: unknown[]) => Promise<unknown>);
    },
  });
}
