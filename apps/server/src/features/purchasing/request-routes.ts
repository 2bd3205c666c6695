import { contracts, DONE } from '@quayside/contracts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { personName, type Who } from '../../http/who.ts';
import { mustKnowOrders } from '../orders/index.ts';
import { answerRequest, retryRequest, withdrawRequest } from './actions/answer-request.ts';
import { requestRefund } from './actions/request-refund.ts';
import { refundCounts, refundOptions, refundRequest, refundRequests } from './queries/refund-requests.ts';

/** Refund requests to suppliers. */
export function addRequestRoutes(app: HttpApp, deps: Deps): void {
  const calls = contracts.refundRequests;

  const mustKnow = async (who: Who, orderId: string | undefined): Promise<void> => {
    if (orderId) await deps.db.read(who.scope, (ex) => mustKnowOrders(ex, who.workplaceId, [orderId], 'order_id'));
  };

  route(app, calls.requestType, ({ body }, who) => refundOptions(deps, who, body));

  route(app, calls.request, async ({ body }, who, reply) => {
    const id = await requestRefund(deps, who, body);
    reply.message('REFUND_REQUESTED');
    return refundRequest(deps, who, id);
  });

  route(app, calls.list, async ({ query }, who) => {
    await mustKnow(who, query.order_id);
    return refundRequests(deps, who, query);
  });

  route(app, calls.counts, async ({ query }, who) => {
    await mustKnow(who, query.order_id);
    return refundCounts(deps, who, query);
  });

  route(app, calls.detail, ({ params }, who) => refundRequest(deps, who, params.refund_request_id));

  route(app, calls.withdraw, async ({ params }, who, reply) => {
    await withdrawRequest(deps, who.scope, params.refund_request_id, personName(who.account));
    reply.message('REFUND_WITHDRAWN');
    return DONE;
  });

  route(app, calls.retry, async ({ params }, who) => {
    await retryRequest(deps, who.scope, params.refund_request_id);
    return DONE;
  });

  route(app, calls.answer, async ({ params, body }, who, reply) => {
    await answerRequest(deps, who.scope, params.refund_request_id, body, personName(who.account));
    reply.message('REFUND_ANSWER_SAVED');
    return refundRequest(deps, who, params.refund_request_id);
  });
}
