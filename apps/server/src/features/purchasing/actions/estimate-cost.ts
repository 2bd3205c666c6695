import type { Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import {
  findOrder,
  linesOf,
  lockOrder,
  type OrderRow,
  refreshOrders,
  setExpected,
  waitingFor,
  waitingLines,
} from '../../orders/index.ts';
import { meaningOf, purchasesOf } from '../repo.ts';
import { type BuyPackage, planOrder } from '../rules/plan-order.ts';
import { buyLineOf, buyOrderOf, readConnections, readQuotes } from './gather.ts';
import { type Question, sendQuestions } from './send-questions.ts';

type Expected = Pick<OrderRow, 'expected_shipping' | 'expected_currency'>;

/** What packages cost to send; undefined while one is unknown, cannot go, or is billed in another currency. */
function shippingOf(packages: readonly BuyPackage[]): Expected | undefined {
  const amounts = packages.map((one) => (one.problem ? undefined : one.option?.amount));
  const currency = amounts[0]?.currency;
  if (!currency) return undefined;
  let sum = 0;
  for (const amount of amounts) {
    if (amount?.currency !== currency) return undefined;
    sum += amount.amount;
  }
  return { expected_shipping: sum, expected_currency: currency };
}

/**
 * Finds out what shipping of an order's waiting lines will cost and keeps it with the order, so that lists show cost and
 * profit. What no supplier was asked yet is asked by jobs, once for each set of lines and destination; their answers send
 * this again. An old answer is good enough for an expectation, and one that failed is left to whoever opens the order.
 * An order that cannot be bought as it stands is left alone.
 */
export async function estimateCost(deps: Deps, scope: Required<Scope>, orderId: string): Promise<void> {
  const { workplaceId } = scope;
  const read = await deps.db.read(scope, async (ex) => {
    const row = await findOrder(ex, workplaceId, orderId);
    if (!row) return undefined;
    const order = buyOrderOf(row);
    const rows = await linesOf(ex, workplaceId, [orderId]);
    const about = waitingFor(order.address, rows);
    if (about === undefined || about === row.expected_for) return undefined;
    const lines = waitingLines(rows).map((line) => buyLineOf(line));
    const connections = await readConnections(ex, workplaceId);
    const quotes = await readQuotes(ex, workplaceId, [{ order, lines }], connections);
    return { order, lines, about, connections, quotes };
  });
  if (!read) return;
  const { order, lines, about, connections, quotes } = read;
  const wanted = lines.map((line) => line.line_id);
  const plan = planOrder(order, lines, connections, quotes.of(order), { wanted });
  if (plan.refused.length > 0) return;
  const expected = shippingOf(plan.packages);
  if (!expected) {
    const questions: Question[] = plan.plans.flatMap(({ connection, plan: one }) =>
      one.asks.flatMap((set) => {
        const row = quotes.row(connection, order, set);
        const open = !row || (row.state === 'asking' && !row.asked_lately);
        return open ? [{ connectionId: connection.connection_id, order, lines: set }] : [];
      }),
    );
    if (questions.length > 0) await deps.db.tenant(scope, (tx) => sendQuestions(tx, deps, scope, questions));
    return;
  }
  await deps.db.tenant(scope, async (tx) => {
    const held = await lockOrder(tx, workplaceId, orderId);
    if (!held) return;
    // What was asked about may have changed meanwhile; whoever changed it has sent this again.
    const now = await linesOf(tx, workplaceId, [orderId]);
    if (waitingFor(buyOrderOf(held).address, now) !== about) return;
    const kept = { ...expected, expected_for: about };
    await setExpected(tx, workplaceId, orderId, kept);
    const purchases = await purchasesOf(tx, workplaceId, [orderId]);
    await refreshOrders(tx, workplaceId, [{ ...held, ...kept }], meaningOf(purchases), now);
    await publish(tx, workplaceId, 'orders', [orderId]);
  });
}
