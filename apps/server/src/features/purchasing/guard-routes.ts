import { contracts } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { getActor, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { problemAnswer } from '../connections/index.ts';
import { getMessageKey, mustKnowOrders } from '../orders/index.ts';
import { generalSettings } from '../workspaces/index.ts';
import { approveOrder, placeNow } from './actions/approve-order.ts';
import type { Admit } from './actions/buy-anyway.ts';
import { findStops, readGuards, saveGuards, saveStoreGuards } from './guard-repo.ts';
import { guardKey, NO_GUARDS } from './rules/guards.ts';

type App = Parameters<Feature['routes']>[0];

/** Routes of the guards: their settings, the orders they stopped, and approvals. */
export function guardRoutes(app: App, deps: Deps, admitOrders: (who: Who) => Admit): void {
  const calls = contracts.guards;

  const view = (who: Who, storeId: string | undefined) =>
    deps.db.read(who.scope, async (ex) => {
      const { workspace, stores } = await readGuards(ex, who.workplaceId);
      const general = await generalSettings(ex, who.workplaceId);
      const own = storeId === undefined ? workspace : stores.get(storeId);
      return {
        guards: own ?? workspace,
        is_own: own !== undefined,
        currency: general?.display_currency ?? 'USD',
        time_zone: general?.time_zone ?? '',
      };
    });

  route(app, calls.get, ({ query }, who) => view(who, query.store_id));
  route(app, calls.save, async ({ body }, who, reply) => {
    const { store_id: storeId, guards } = body;
    await deps.db.tenant(who.scope, (tx) =>
      storeId === undefined
        ? saveGuards(tx, who.workplaceId, guards ?? NO_GUARDS)
        : saveStoreGuards(tx, who.workplaceId, storeId, guards),
    );
    reply.message('ORDER_SETTING_SAVED');
    return view(who, storeId);
  });
  route(app, calls.stops, ({ params }, who) =>
    deps.db.read(who.scope, async (ex) => {
      await mustKnowOrders(ex, who.workplaceId, [params.order_id], 'order_id');
      const stops = await findStops(ex, who.workplaceId, [params.order_id]);
      return {
        items: stops.flatMap((stop) => {
          const key = getMessageKey(guardKey(stop.guard));
          const problem = problemAnswer(who.locale, { key, params: { title: '', ...stop.params } });
          if (!problem) return [];
          return [
            {
              guard: stop.guard,
              problem,
              stopped_at: stop.stopped_at,
              approved_at: stop.approved_at,
              approved_by: stop.approved_name,
              note: stop.note,
              needs_another: stop.guard === 'approval' && stop.requested_by === who.account.id,
            },
          ];
        }),
      };
    }),
  );
  route(app, calls.approve, async ({ params, body }, who, reply) => {
    const { name } = getActor(who, calls.approve);
    const approver = { accountId: who.account.id, name, note: body.note || null };
    const { requested, failed } = await approveOrder(deps, who.scope, params.order_id, approver, admitOrders(who));
    if (requested > 0) reply.message('ORDER_APPROVED');
    return {
      requested,
      failed: failed.flatMap(
        (one) => problemAnswer(who.locale, { key: getMessageKey(one.key), params: one.params ?? {} }) ?? [],
      ),
    };
  });
  route(app, calls.placeNow, async ({ params }, who, reply) => {
    const requested = await placeNow(deps, who.scope, params.order_id);
    if (requested > 0) reply.message('PLACING_NOW');
    return { requested };
  });
}
