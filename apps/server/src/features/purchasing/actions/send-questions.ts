import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { askQuoteJob } from '../jobs/purchasing.ts';
import { findQuotes, type NewQuestion, putQuestions, type QuoteRow } from '../quote-repo.ts';
import type { BuyLine, BuyOrder } from '../rules/plan-order.ts';
import { getQuestionKey, toQuoteRequest } from './gather.ts';

/** A quote to request for some lines of an order. */
export interface Question {
  connectionId: string;
  order: BuyOrder;
  lines: readonly BuyLine[];
}

const isUnderWay = ({ asked_lately, state, fresh }: QuoteRow): boolean =>
  asked_lately && !(state === 'known' && fresh) && state !== 'failed';

/** Requests quotes for lines of orders; the orders learn of the answers. */
export async function sendQuestions(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  asks: readonly Question[],
): Promise<void> {
  const wanted = new Map<string, NewQuestion & { orderIds: string[] }>();
  for (const { connectionId, order, lines } of asks) {
    const key = getQuestionKey(order, lines);
    const same = wanted.get(`${connectionId} ${key}`);
    if (same) same.orderIds.push(order.order_id);
    else
      wanted.set(`${connectionId} ${key}`, {
        connectionId,
        key,
        ask: toQuoteRequest(order, lines),
        orderIds: [order.order_id],
      });
  }
  await requestQuotes(tx, deps, scope, [...wanted.values()]);
}

/** Records quote requests, each key once, and enqueues their jobs, skipping running ones. */
export async function requestQuotes(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  questions: readonly NewQuestion[],
): Promise<void> {
  const known = await findQuotes(
    tx,
    scope.workplaceId,
    [...new Set(questions.map((one) => one.connectionId))],
    questions.map((one) => one.key),
  );
  const underWay = new Set(known.filter(isUnderWay).map((one) => `${one.connection_id} ${one.question}`));
  await putQuestions(tx, scope.workplaceId, questions);
  await deps.queue.sendMany(
    tx,
    askQuoteJob,
    questions
      .filter(({ connectionId, key }) => !underWay.has(`${connectionId} ${key}`))
      .map(({ connectionId, key }) => ({ ...scope, connectionId, question: key })),
  );
}
