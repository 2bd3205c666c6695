import type { OrderCountQuery } from '@quayside/contracts';
import { contracts, DONE } from '@quayside/contracts';
import { decodeCursor, notFound } from '@quayside/kernel';
import type { Executor, Scope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { problemAnswer } from '../connections/index.ts';
import { addActionRoutes } from './action-routes.ts';
import { cancelManualOrder, markManualPaid } from './actions/change-manual-order.ts';
import { compareOrders, compareStores } from './actions/compare-orders.ts';
import { orderBehind } from './actions/order-behind.ts';
import { pollOrders } from './actions/poll-orders.ts';
import { remapLines } from './actions/remap-lines.ts';
import { rematchStore } from './actions/rematch-store.ts';
import { acceptRepairs, previewRepairs } from './actions/repair-addresses.ts';
import { retryUnreadableOrders } from './actions/retry-unreadable.ts';
import { createOrderIntake } from './actions/take-order.ts';
import { updateCustomer } from './actions/update-customer.ts';
import { customsRoutes } from './customs-routes.ts';
import { compareOrdersJob, compareStoresJob, remapLinesJob, rematchOrdersJob, takeOrderJob } from './jobs/orders.ts';
import type { OrderPorts } from './ports.ts';
import { mustKnowOrders } from './queries/find-orders.ts';
import { countTabs, listOrders, type OrderFilter } from './queries/list-orders.ts';
import { orderDetail } from './queries/order-detail.ts';
import { orderView, profitRates } from './queries/order-view.ts';
import { repairView } from './queries/repair-view.ts';
import { createStoreNames } from './queries/store-names.ts';
import { findTimeline, SHIPMENT_KINDS } from './queries/timeline.ts';
import { findOrder } from './repo.ts';
import { ADDRESS_FIELDS } from './rules/address.ts';
import { getMessageKey } from './rules/message-keys.ts';
import { getRange } from './rules/period.ts';
import { listUnreadableOrders } from './unreadable-order-repo.ts';

/** Maximum number of set-aside orders listed per store; all are counted. */
const SET_ASIDE_SHOWN = 20;

export interface OrdersFeature extends Feature {
  /** For connections: a store's order was created, changed or deleted. */
  onOrderChanged(scope: Scope, storeId: string, externalOrderId: string): Promise<void>;
  /** For connections: reads the order of a store object. Returns our id; undefined: none. */
  orderBehind(scope: Scope, storeId: string, externalId: string): Promise<string | undefined>;
  /** For connections: polls for changed orders. */
  pollOrders(scope: Scope, storeId: string): Promise<boolean>;
  /** For products: something was listed or mapped in a store. */
  onListed(scope: Scope, storeId: string): Promise<void>;
}

/** Customers' orders: receiving, finding and history. */
export function register(deps: Deps, ports: OrderPorts): OrdersFeature {
  const calls = contracts.orders;
  const names = createStoreNames(() => deps.clock.millis());
  const takeOrder = createOrderIntake(deps, ports);

  /** Resolves the stores of a channel and the dates of a period. */
  async function filterOf(ex: Executor, query: OrderCountQuery, who: Who): Promise<OrderFilter> {
    const stores = query.channel === 'all' ? undefined : await names.of(ex, who.workplaceId);
    return {
      workplaceId: who.workplaceId,
      ...getRange(query, deps.clock.now(), who.timeZone),
      ...(query.store_id ? { storeId: query.store_id } : {}),
      ...(stores
        ? { storeIds: [...stores.values()].filter((one) => one.platform === query.channel).map((one) => one.store_id) }
        : {}),
      source: query.source,
      mark: query.mark_order,
      ...(query.order_type === 'all' ? {} : { isSample: query.order_type === 'sample' }),
      ...(query.placement_status?.length ? { placement: query.placement_status } : {}),
      ...(query.payment_status?.length ? { payment: query.payment_status } : {}),
      ...(query.keyword ? { keyword: query.keyword } : {}),
    };
  }

  const detail = (who: Who, orderId: string, lineIds?: readonly string[]) =>
    deps.db.read(who.scope, (ex) => orderDetail(ex, ports, names, who.workplaceId, orderId, who.locale, lineIds));
  const timeline = (who: Who, orderId: string, kinds?: readonly string[]) =>
    deps.db.read(who.scope, async (ex) => {
      if (!(await findOrder(ex, who.workplaceId, orderId))) throw notFound('OrderDetailNotFound');
      return findTimeline(ex, who.workplaceId, orderId, who.locale, kinds);
    });

  return {
    onOrderChanged: takeOrder,
    orderBehind: (scope, storeId, externalId) => orderBehind(deps, ports, scope, storeId, externalId),
    pollOrders: (scope, storeId) => pollOrders(deps, ports, scope, storeId),
    onListed: (scope, storeId) => rematchStore(deps, ports, scope, storeId),
    jobs: [
      handler(takeOrderJob, (payload) => takeOrder(payload, payload.storeId, payload.externalOrderId)),
      handler(compareStoresJob, () => compareStores(deps)),
      handler(compareOrdersJob, (payload) => compareOrders(deps, payload, payload.storeId, payload.after)),
      handler(remapLinesJob, (payload) => remapLines(deps, ports, payload, payload)),
      handler(rematchOrdersJob, (payload) => rematchStore(deps, ports, payload, payload.storeId)),
    ],
    routes(app) {
      addActionRoutes(app, deps, names, filterOf);
      route(app, calls.list, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const filter = await filterOf(ex, query, who);
          const after = decodeCursor(query.cursor);
          const { orders, lines, next } = await listOrders(ex, filter, { ...query, ...(after ? { after } : {}) });
          const stores = await names.with(
            ex,
            who.workplaceId,
            orders.map((order) => order.store_id),
          );
          const rates = await profitRates(ex, who.workplaceId, orders);
          const byOrder = Map.groupBy(lines, (line) => line.order_id);
          const items = orders.map((order) =>
            orderView(order, byOrder.get(order.order_id) ?? [], stores.get(order.store_id), rates, who.locale),
          );
          return { items, ...(next ? { next_cursor: next } : {}) };
        }),
      );

      route(app, calls.counts, ({ query }, who) =>
        deps.db.read(who.scope, async (ex) => countTabs(ex, await filterOf(ex, query, who))),
      );

      route(app, calls.detail, ({ params, query }, who) => detail(who, params.order_id, query.line_item_ids));

      route(app, calls.panel, async ({ params }, who) => ({
        order: await detail(who, params.order_id),
        timeline: await timeline(who, params.order_id),
      }));

      route(app, calls.updateCustomer, async ({ body }, who, reply) => {
        await updateCustomer(deps, who, body);
        reply.message('CUSTOMER_UPDATED');
        return detail(who, body.order_id);
      });

      route(app, contracts.manualOrders.cancel, async ({ params }, who) => {
        await cancelManualOrder(deps, who, params.order_id);
        return detail(who, params.order_id);
      });

      route(app, contracts.manualOrders.markPaid, async ({ params }, who) => {
        await markManualPaid(deps, who, params.order_id);
        return detail(who, params.order_id);
      });

      customsRoutes(app, deps);

      const repairs = contracts.addressRepairs;
      route(app, repairs.preview, ({ body }, who) =>
        deps.db.read(who.scope, async (ex) => {
          await mustKnowOrders(ex, who.workplaceId, body.order_ids, 'order_ids');
          const found = await previewRepairs(ex, deps, who.workplaceId, body.order_ids);
          return { items: found.map((one) => repairView(one, who.locale)) };
        }),
      );
      route(app, repairs.accept, async ({ body }, who, reply) => {
        const accepted = body.orders.map(({ order_id, changes }) => ({
          order_id,
          changes: changes.map(({ field, to }) => ({ field: ADDRESS_FIELDS[field], to })),
        }));
        const { updated, failed } = await acceptRepairs(deps, who, accepted);
        if (updated > 0) reply.message('CUSTOMER_UPDATED');
        return {
          updated,
          failed: Object.fromEntries(
            [...failed].flatMap(([id, problem]) => {
              const view = problemAnswer(who.locale, { key: getMessageKey(problem.key), params: problem.params });
              return view ? [[id, view]] : [];
            }),
          ),
        };
      });

      route(app, calls.setAside, async (_input, who) => {
        const rows = await deps.db.read(who.scope, (ex) => listUnreadableOrders(ex, who.workplaceId, SET_ASIDE_SHOWN));
        const items = [...Map.groupBy(rows, (row) => row.store_id)].map(([storeId, found]) => ({
          store_id: storeId,
          count: found[0]?.n ?? 0,
          orders: found.map((row) => ({
            external_order_id: row.external_order_id,
            name: row.name,
            reason: problemAnswer(who.locale, { key: row.reason_key, params: row.reason_params }),
            first_at: row.first_at,
            last_at: row.last_at,
          })),
        }));
        return { items };
      });

      route(app, calls.readSetAside, async ({ params }, who) => {
        await retryUnreadableOrders(deps, who.scope, params.store_id);
        return DONE;
      });

      route(app, calls.log, async ({ params }, who) => ({ items: await timeline(who, params.orderId) }));
      route(app, calls.shipmentLog, async ({ params }, who) => ({
        items: await timeline(who, params.orderId, SHIPMENT_KINDS),
      }));
      route(app, calls.olderLog, async ({ params }, who) => ({
        items: (await timeline(who, params.id)).reverse(),
      }));
    },
  };
}
