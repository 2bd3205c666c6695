import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import {
  findLines,
  findOrder,
  isForeseen,
  type LinePatch,
  type LineRow,
  lockOrder,
  NOT_SENT,
  type OrderRow,
  patchLines,
  refreshOrders,
  setExpected,
  waitingFor,
  waitingLines,
} from '../../orders/index.ts';
import { findPurchasesOfOrders, mergePurchases } from '../repo.ts';
import { BUNDLE_PART_REFUSED, type BuyOrder, type BuyPackage, type OrderPlan, planOrder } from '../rules/plan-order.ts';
import { addWeights, getBuyLine, getBuyOrder, type Quotes, readConnections, readQuotes } from './gather.ts';
import { preferLines } from './prefer-quayside.ts';
import { type Question, sendQuestions } from './send-questions.ts';

type Expected = Pick<OrderRow, 'expected_shipping' | 'expected_currency'>;

/** Shipping cost of packages; undefined if one is unknown, can't ship, or is in another currency. */
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

type Block = NonNullable<LinePatch['block']>;

/**
 * Whether suppliers can ship each line: the reason why not, or null; lines without a response are left out. undefined:
 * a line's refusal must be checked again.
 */
function sayings(plan: OrderPlan, order: BuyOrder, quotes: Quotes): Map<string, Block | null> | undefined {
  const country = order.address.countryCode ?? '';
  const found = new Map<string, Block | null>();
  for (const { connection, plan: one } of plan.offers)
    for (const line of one.unshippable) {
      if (!quotes.row(connection, order, [line])?.fresh) return undefined;
      found.set(line.line_id, { key: 'shipped_country_notfound', params: { title: line.title, country } });
    }
  for (const { lines, pending, problem, option } of plan.offers.flatMap((one) => one.plan.packages)) {
    if (option) for (const line of lines) found.set(line.line_id, null);
    if (!problem || !NOT_SENT.includes(problem.key)) continue;
    if (pending) return undefined;
    for (const line of lines)
      found.set(line.line_id, { key: problem.key, params: { title: line.title, country, ...problem.params } });
  }
  return found;
}

/** Expected problems to record on ready lines, or to remove. */
const foreseen = (
  orderId: string,
  lines: readonly LineRow[],
  sayings: ReadonlyMap<string, Block | null>,
): LinePatch[] =>
  lines.flatMap((line): LinePatch[] => {
    const block = sayings.get(line.line_id);
    if (block === undefined || line.state !== 'ready') return [];
    const changes = (block !== null || isForeseen(line)) && (block?.key ?? null) !== line.block_key;
    return changes ? [{ order_id: orderId, line_id: line.line_id, block }] : [];
  });

/**
 * Estimates shipping of an order's waiting lines and saves it with the order, so that lists show cost and profit.
 * Missing quotes are requested by jobs, which run this again; lines that can't be shipped are marked, and orders that
 * can't be bought are skipped.
 */
export async function estimateCost(deps: Deps, scope: WorkplaceScope, orderId: string): Promise<void> {
  const { workplaceId } = scope;
  const read = await deps.db.read(scope, async (ex) => {
    const row = await findOrder(ex, workplaceId, orderId);
    if (!row) return undefined;
    const order = getBuyOrder(row);
    const rows = await findLines(ex, workplaceId, [orderId]);
    const about = waitingFor(order.address, rows);
    if (about === undefined || about === row.expected_for) return undefined;
    const waiting = waitingLines((await preferLines(ex, workplaceId, [row], rows)).lines);
    const lines = waiting.map((line) => getBuyLine(line));
    const connections = await readConnections(ex, workplaceId);
    await addWeights(ex, workplaceId, waiting, lines, connections);
    const quotes = await readQuotes(ex, workplaceId, [{ order, lines }], connections);
    return { order, waiting, lines, about, connections, quotes };
  });
  if (!read) return;
  const { order, waiting, lines, about, connections, quotes } = read;
  const wanted = lines.map((line) => line.line_id);
  const plan = planOrder(order, lines, connections, quotes.of(order), { wanted });
  // Other parts of a bundle are left out because of the one that can't be shipped.
  const told = [...NOT_SENT, BUNDLE_PART_REFUSED];
  if (plan.refused.some((one) => !told.includes(one.key))) return;
  const expected = plan.refused.length > 0 ? undefined : shippingOf(plan.packages);
  const said = sayings(plan, order, quotes);
  if (!expected) {
    const questions: Question[] = [...new Set([...plan.plans, ...plan.offers])].flatMap(({ connection, plan: one }) =>
      one.asks.flatMap((set) => {
        const row = quotes.row(connection, order, set);
        const none = row?.state === 'known' && !row.fresh && !row.asked_lately && said === undefined;
        const open = !row || none || (row.state === 'asking' && !row.asked_lately);
        return open ? [{ connectionId: connection.connection_id, order, lines: set }] : [];
      }),
    );
    if (questions.length > 0) await deps.db.tenant(scope, (tx) => sendQuestions(tx, deps, scope, questions));
    if (!said || foreseen(orderId, waiting, said).length === 0) return;
  }
  await deps.db.tenant(scope, async (tx) => {
    const held = await lockOrder(tx, workplaceId, orderId);
    if (!held) return;
    // The lines may have changed meanwhile, in which case this job was enqueued again.
    const now = await findLines(tx, workplaceId, [orderId]);
    if (waitingFor(getBuyOrder(held).address, now) !== about) return;
    const kept = expected ? { ...expected, expected_for: about } : {};
    if (expected) await setExpected(tx, workplaceId, orderId, { ...expected, expected_for: about });
    await patchLines(tx, workplaceId, foreseen(orderId, now, said ?? new Map()));
    const purchases = await findPurchasesOfOrders(tx, workplaceId, [orderId]);
    await refreshOrders(tx, deps, scope, [{ ...held, ...kept }], mergePurchases(purchases));
    if (held.placement_status !== 'needs_attention')
      await notify(tx, workplaceId, [{ kind: 'order_blocked', orderId, ifBlocked: true }]);
    await publish(tx, workplaceId, 'orders', [orderId]);
  });
}
