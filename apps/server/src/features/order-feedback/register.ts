import { contracts } from '@quayside/contracts';
import { decodeCursor, notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { mustKnowOrders } from '../orders/index.ts';
import { markFeedbackDone, sendFeedback } from './actions/feedback.ts';
import { findFeedback, listFeedback } from './repo.ts';

interface ListQuery {
  order_id?: string | undefined;
  cursor?: string | undefined;
  page_size: number;
}

/** Feedback about orders: what members leave for each other. */
export function register(deps: Deps): Feature {
  const calls = contracts.orderFeedback;
  const list = (who: Who, query: ListQuery, done: boolean) =>
    deps.db.read(who.scope, async (ex) => {
      if (query.order_id) await mustKnowOrders(ex, who.workplaceId, [query.order_id], 'order_id');
      const after = decodeCursor(query.cursor);
      return listFeedback(ex, who.workplaceId, {
        done,
        size: query.page_size,
        ...(query.order_id ? { orderId: query.order_id } : {}),
        ...(after ? { after } : {}),
      });
    });
  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, ({ query }, who) => list(who, query, false));
      route(app, calls.history, ({ query }, who) => list(who, query, true));
      route(app, calls.get, ({ params }, who) =>
        deps.db.read(who.scope, async (ex) => {
          const found = await findFeedback(ex, who.workplaceId, params.feedback_id);
          if (!found) throw notFound('ORDER_FEEDBACK_NOT_FOUND');
          return found;
        }),
      );
      route(app, calls.send, ({ body }, who) => sendFeedback(deps, who, body));
      route(app, calls.done, async ({ body }, who) => ({
        updated: await markFeedbackDone(deps, who, body.feedback_ids),
      }));
    },
  };
}
