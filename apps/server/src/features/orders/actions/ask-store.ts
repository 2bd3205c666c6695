import {
  type ChannelConnector,
  type ConnectorContext,
  ConnectorError,
  UnreadableOrderError,
} from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { Sql, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { createBatcher } from '../../../jobs/batcher.ts';
import { withStore } from '../../connections/index.ts';
import { takeOrderJob } from '../jobs/orders.ts';
import { type OrderRisk, saveRisks } from '../risk-repo.ts';
import { getStoreAnswer, judgeCheck, type StoreAnswer, type StoreCheck } from '../rules/store-answer.ts';
import {
  type AnsweredCheck,
  type CheckToAsk,
  claimChecks,
  findChecks,
  noteSilence,
  noteUnread,
  noteWaiting,
  releaseChecks,
  saveAnswers,
} from '../store-check-repo.ts';

interface Asker {
  here: WorkplaceScope;
  storeId: string;
}

/** Orders per request to a store. */
const BATCH = 100;
/** Orders missing in a batch's response that are then requested individually. */
const MOST_SINGLE = 10;

/** A store's response about orders. One that is in none of the first three was not requested. */
interface Answers {
  known: Map<string, StoreAnswer>;
  /** Changed since it was last read: the order itself must be read before buying. */
  unread: Set<string>;
  /** The store's data about it can't be read. */
  unclear: Set<string>;
  /** Orders that must be read again. */
  stale: Set<string>;
  /** The platform's judgement, by order. */
  risks: OrderRisk[];
}

/** Requests an order missing in a batch's response: deleted, or only left out of the store's lists. */
async function askSingly(
  connector: ChannelConnector,
  ctx: ConnectorContext,
  externalOrderId: string,
): Promise<StoreAnswer | undefined> {
  try {
    const order = await connector.getOrder(ctx, externalOrderId);
    if (!order) return 'deleted';
    return getStoreAnswer({ ...order, paysOnDelivery: order.payment?.onDelivery ?? false });
  } catch (error) {
    if (error instanceof UnreadableOrderError) return undefined;
    throw error;
  }
}

async function askStore(
  connector: ChannelConnector,
  ctx: ConnectorContext,
  checks: readonly CheckToAsk[],
  wanted: ReadonlySet<string>,
): Promise<Answers> {
  const answers: Answers = { known: new Map(), unread: new Set(), unclear: new Set(), stale: new Set(), risks: [] };
  const { known, unread, unclear, stale } = answers;
  const ids = checks.map((check) => check.external_order_id);
  const states = new Map((await connector.orderStates(ctx, ids)).map((state) => [state.externalOrderId, state]));
  for (const check of checks) {
    const state = states.get(check.external_order_id);
    if (!state) continue;
    const answer = getStoreAnswer(state);
    if (state.risk !== undefined || state.isDisputed !== undefined)
      answers.risks.push({
        order_id: check.order_id,
        risk: state.risk ?? null,
        is_disputed: state.isDisputed ?? false,
      });
    // Refunded quantities are only in the order itself, so it is read before buying any of it.
    const isNews = Date.parse(state.updatedAt) > Date.parse(check.store_updated_at);
    if (state.financialStatus === 'partially_refunded' && isNews) unread.add(check.order_id);
    else known.set(check.order_id, answer);
    if (unread.has(check.order_id) || answer !== 'open') stale.add(check.order_id);
  }
  const missing = checks.filter((check) => !states.has(check.external_order_id));
  const first = missing.toSorted((a, b) => Number(wanted.has(b.order_id)) - Number(wanted.has(a.order_id)));
  for (const check of first.slice(0, MOST_SINGLE)) {
    const answer = await askSingly(connector, ctx, check.external_order_id);
    if (answer === undefined) unclear.add(check.order_id);
    else known.set(check.order_id, answer);
    if (answer !== 'open') stale.add(check.order_id);
  }
  return answers;
}

export interface StoreChecks {
  /** Reads an order's check, batched with other reads. */
  find(here: WorkplaceScope, orderId: string): Promise<StoreCheck | undefined>;
  /**
   * Checks an order at its store, batched with others that are due. Returns the latest known check; undefined: none.
   */
  ask(here: WorkplaceScope, storeId: string, orderId: string): Promise<StoreCheck | undefined>;
}

/**
 * Checks at stores whether orders may still be bought, up to 100 orders in a call. Simultaneous checks of a store share
 * a call, filled up with orders of the query `due`, which will be checked next.
 */
export function createStoreChecks(deps: Deps, due: (workplaceId: string) => Sql): StoreChecks {
  async function askAll({ here, storeId }: Asker, checks: readonly CheckToAsk[], wanted: readonly string[]) {
    const { accountId, workplaceId } = here;
    const ids = checks.map((check) => check.order_id);
    let answers: Answers;
    try {
      answers = await withStore(deps, here, storeId, ({ connector, ctx }) =>
        askStore(connector, ctx, checks, new Set(wanted)),
      );
    } catch (error) {
      if (!(error instanceof ConnectorError) && !(error instanceof AppError)) throw error;
      deps.log.info({ storeId, err: error }, 'checking orders at the store before purchase failed');
      await deps.db.tenant(here, (tx) => noteSilence(tx, workplaceId, ids, true));
      return;
    }
    const { known, unread, unclear, stale, risks } = answers;
    const rows = checks.flatMap((check): AnsweredCheck[] => {
      const answer = known.get(check.order_id);
      return answer ? [{ order_id: check.order_id, asked_at: check.asked_at, answer }] : [];
    });
    await deps.db.tenant(here, async (tx) => {
      await saveRisks(tx, workplaceId, storeId, deps.clock.now(), risks);
      await saveAnswers(tx, workplaceId, rows);
      await noteUnread(tx, workplaceId, [...unread]);
      await noteSilence(tx, workplaceId, [...unclear], false);
      await releaseChecks(
        tx,
        workplaceId,
        ids.filter((id) => !known.has(id) && !unread.has(id) && !unclear.has(id)),
      );
      await deps.queue.sendMany(
        tx,
        takeOrderJob,
        checks
          .filter((check) => stale.has(check.order_id))
          .map((check) => ({ accountId, workplaceId, storeId, externalOrderId: check.external_order_id })),
      );
    });
  }

  async function known(here: WorkplaceScope, orderIds: readonly string[]): Promise<(StoreCheck | undefined)[]> {
    const found = await deps.db.read(here, (ex) => findChecks(ex, here.workplaceId, orderIds));
    return orderIds.map((id) => found.get(id));
  }

  const find = createBatcher(({ workplaceId }: WorkplaceScope) => workplaceId, known);
  const ask = createBatcher(
    ({ here, storeId }: Asker) => `${here.workplaceId} ${storeId}`,
    async (asker: Asker, wanted: readonly string[]): Promise<(StoreCheck | undefined)[]> => {
      const { here, storeId } = asker;
      const { workplaceId } = here;
      const before = await known(here, wanted);
      if (before.some((check) => judgeCheck(check).kind === 'ask')) {
        const checks = await deps.db.tenant(here, async (tx) => {
          const claimed = await claimChecks(tx, workplaceId, storeId, wanted, due(workplaceId), BATCH);
          if (claimed.length === 0) await noteWaiting(tx, workplaceId, storeId, wanted);
          return claimed;
        });
        if (checks.length > 0) await askAll(asker, checks, wanted);
      }
      return known(here, wanted);
    },
  );
  return { find, ask: (here, storeId, orderId) => ask({ here, storeId }, orderId) };
}
