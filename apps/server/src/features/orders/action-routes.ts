import { contracts, type OrderCountQuery } from '@quayside/contracts';
import { decodeCursor } from '@quayside/kernel';
import type { Executor } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { problemAnswer } from '../connections/index.ts';
import { archiveOrders, type ChangeResult, markOrders, undoChange } from './actions/change-orders.ts';
import { exportOrders, findOrderIds } from './queries/export-orders.ts';
import type { OrderFilter } from './queries/list-orders.ts';
import { findOrderInfo } from './queries/order-info.ts';
import type { StoreNames } from './queries/store-names.ts';

type FilterOf = (ex: Executor, query: OrderCountQuery, who: Who) => Promise<OrderFilter>;

/** Calls that act on many orders of the list. */
export function addActionRoutes(app: HttpApp, deps: Deps, names: StoreNames, filterOf: FilterOf): void {
  const calls = contracts.orderActions;

  const answer = ({ updated, changeId, failed }: ChangeResult, { locale }: Who) => ({
    updated,
    change_id: changeId,
    failed: Object.fromEntries(
      [...failed].flatMap(([id, problem]) => {
        const shown = problemAnswer(locale, problem);
        return shown ? [[id, shown] as const] : [];
      }),
    ),
  });

  route(app, calls.mark, async ({ body }, who) =>
    answer(await markOrders(deps, who, body.order_ids, body.mark_order), who),
  );
  route(app, calls.archive, async ({ body }, who) =>
    answer(await archiveOrders(deps, who, body.order_ids, 'archive'), who),
  );
  route(app, calls.revert, async ({ body }, who) =>
    answer(await archiveOrders(deps, who, body.order_ids, 'revert'), who),
  );
  route(app, calls.undo, ({ params }, who) => undoChange(deps, who, params.change_id));

  route(app, calls.info, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => ({ items: await findOrderInfo(ex, names, who, query) })),
  );
  route(app, calls.ids, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const after = decodeCursor(query.cursor);
      return findOrderIds(ex, await filterOf(ex, query, who), { ...query, ...(after ? { after } : {}) });
    }),
  );
  route(app, calls.exportCsv, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const after = decodeCursor(query.cursor);
      return exportOrders(ex, names, await filterOf(ex, query, who), { ...query, ...(after ? { after } : {}) });
    }),
  );
}
