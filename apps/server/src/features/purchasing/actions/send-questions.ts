import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { askQuoteJob } from '../jobs/purchasing.ts';
import { findQuote, putQuestion } from '../quote-repo.ts';
import type { BuyLine, BuyOrder } from '../rules/plan-order.ts';
import { getQuestionKey, toQuoteRequest } from './gather.ts';

/** A quote to request for some lines of an order. */
export interface Question {
  connectionId: string;
  order: BuyOrder;
  lines: readonly BuyLine[];
}

/** Records quote requests and enqueues their jobs, skipping running ones. */
export async function sendQuestions(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  asks: readonly Question[],
): Promise<void> {
  const sent = new Set<string>();
  for (const { connectionId, order, lines } of asks) {
    const key = getQuestionKey(order, lines);
    const known = await findQuote(tx, scope.workplaceId, connectionId, key);
    const underWay = known?.asked_lately && !(known.state === 'known' && known.fresh) && known.state !== 'failed';
    await putQuestion(tx, scope.workplaceId, connectionId, key, toQuoteRequest(order, lines), [order.order_id]);
    if (underWay || sent.has(`${connectionId} ${key}`)) continue;
    sent.add(`${connectionId} ${key}`);
    await deps.queue.send(tx, askQuoteJob, { ...scope, connectionId, question: key });
  }
}
