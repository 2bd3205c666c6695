import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { handler, type JobHandler } from '../../../jobs/define.ts';
import { eachWorkplaceOf, everyAccount, roundHandler } from '../../../jobs/rounds.ts';
import { SendingHeld } from '../../../sending/index.ts';
import { checkStoreWebhooksSoon, checkWebhooks } from '../actions/check-webhooks.ts';
import { finishDelivered } from '../actions/finish-connect.ts';
import { clearStoreError, noteStoreError, noteSupplierError } from '../actions/note-store-error.ts';
import { setUpStore, setUpSupplier } from '../actions/set-up-webhooks.ts';
import { tearDownStore } from '../actions/uninstall-store.ts';
import { warnAccessEnds } from '../actions/warn-access-ends.ts';
import { tidyAttempts, tidyDeliveries, watchConnections } from '../actions/watch-connections.ts';
import { createWebhookWork } from '../actions/work-webhook.ts';
import { type ConnectionOwner, ownersAfter } from '../directory-repo.ts';
import type { ConnectionListeners } from '../listeners.ts';
import { toProblem } from '../rules/connector-problem.ts';
import { findStore } from '../store-repo.ts';
import { findConnection } from '../supplier-repo.ts';
import {
  checkStoreJob,
  checkWebhooksJob,
  finishConnectJob,
  pollStoreJob,
  pollSupplierJob,
  setUpStoreJob,
  setUpSupplierJob,
  tearDownStoreJob,
  tidyConnectionsJob,
  warnAccessEndsJob,
  watchConnectionsJob,
  workOrderWebhookJob,
  workWebhookJob,
} from './connections.ts';

/** Slightly less than the minute until the next one. */
const WATCH_MS = 57_000;

interface StoreRef extends WorkplaceScope {
  storeId: string;
}
interface ConnectionRef extends WorkplaceScope {
  connectionId: string;
}

const scopeOf = ({ accountId, workplaceId }: WorkplaceScope): WorkplaceScope => ({ accountId, workplaceId });

/**
 * A store that is disconnected, needs a person or doesn't respond is not a job failure: the next poll comes soon.
 * `note` receives the problem; undefined: none.
 */
async function look(
  work: () => Promise<void>,
  note: (error: ConnectorError | undefined) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError) return;
    // A call interrupted with its job or by our shutdown says nothing about the other side: the next process repeats
    // it.
    if (!(error instanceof ConnectorError) || error.kind === 'rate-limited' || error.code === 'interrupted')
      throw error;
    if (signal?.aborted) throw error;
    return note(error);
  }
  await note(undefined);
}

async function lookAtStore(deps: Deps, listeners: ConnectionListeners, ref: StoreRef): Promise<void> {
  const scope = scopeOf(ref);
  await look(
    async () => {
      if (await listeners.pollOrders(scope, ref.storeId)) await checkStoreWebhooksSoon(deps, ref.storeId);
      await deps.db.tenant(scope, (tx) =>
        tx.run(sql`update store set last_polled_at = now()
          where workplace_id = ${ref.workplaceId} and store_id = ${ref.storeId}`),
      );
    },
    async (error) => {
      if (!error) return clearStoreError(deps, scope, ref.storeId);
      const store = await deps.db.read(scope, (ex) => findStore(ex, ref.workplaceId, ref.storeId));
      await noteStoreError(deps, scope, ref.storeId, toProblem(error, store?.platform_domain ?? ''));
    },
  );
}

async function lookAtSupplier(
  deps: Deps,
  listeners: ConnectionListeners,
  ref: ConnectionRef,
  signal: AbortSignal,
): Promise<void> {
  const scope = scopeOf(ref);
  await look(
    async () => {
      await listeners.pollSupplierOrders(scope, ref.connectionId, signal);
      await deps.db.tenant(scope, (tx) =>
        tx.run(sql`update supplier_connection set last_synced_at = now()
          where workplace_id = ${ref.workplaceId} and connection_id = ${ref.connectionId}`),
      );
    },
    async (error) => {
      const connection = await deps.db.read(scope, (ex) => findConnection(ex, ref.workplaceId, ref.connectionId));
      if (!error && !connection?.last_error) return;
      const problem = error ? toProblem(error, connection?.label ?? '') : undefined;
      await noteSupplierError(deps, scope, ref.connectionId, problem);
    },
    signal,
  );
}

const webhookJobs = (deps: Deps, listeners: ConnectionListeners): JobHandler[] => {
  const work = createWebhookWork(deps, listeners);
  return [workWebhookJob, workOrderWebhookJob].map((kind) =>
    handler(kind, (payload, run) => work(scopeOf(payload), payload.deliveryId, run.isLastTry)),
  );
};

const everyOwner = { list: ownersAfter, idOf: (row: ConnectionOwner) => row.workplace_id };
const toScope = (row: ConnectionOwner): WorkplaceScope => ({
  accountId: row.account_id,
  workplaceId: row.workplace_id,
});

/** The daily clean-up: what belongs to no workspace with the start of a round, then the rest. */
function tidying(deps: Deps): JobHandler {
  const round = roundHandler(deps, {
    kind: tidyConnectionsJob,
    ...everyAccount,
    work: ({ account_id }, signal) =>
      eachWorkplaceOf(deps.db, account_id, signal, (here) => tidyDeliveries(deps, here, signal)),
  });
  return {
    ...round,
    async handle(payload, run) {
      await tidyAttempts(deps);
      await round.handle(payload, run);
    },
  };
}

export const connectionJobs = (deps: Deps, listeners: ConnectionListeners): JobHandler[] => [
  handler(setUpStoreJob, async (payload, run) => {
    await setUpStore(deps, scopeOf(payload), payload.storeId, run.isLastTry);
    await listeners.onStoreReady?.(scopeOf(payload), payload.storeId);
  }),
  handler(checkStoreJob, (payload, run) =>
    setUpStore(deps, scopeOf(payload), payload.storeId, run.isLastTry).catch((error: unknown) => {
      // Being transferred: the next poll finds it there. Held: the next check comes in some hours.
      if (!(error instanceof AppError) && !(error instanceof SendingHeld)) throw error;
    }),
  ),
  handler(checkWebhooksJob, () => checkWebhooks(deps)),
  handler(tearDownStoreJob, (payload, run) => tearDownStore(deps, scopeOf(payload), payload.storeId, run.isLastTry)),
  handler(finishConnectJob, (payload, run) => finishDelivered(deps, payload.state, run.isLastTry)),
  handler(setUpSupplierJob, (payload) => setUpSupplier(deps, scopeOf(payload), payload.connectionId)),
  ...webhookJobs(deps, listeners),
  handler(pollStoreJob, (payload) => lookAtStore(deps, listeners, payload)),
  handler(pollSupplierJob, (payload, run) => lookAtSupplier(deps, listeners, payload, run.signal)),
  handler(watchConnectionsJob, (_payload, run) => watchConnections(deps, WATCH_MS, run.signal)),
  roundHandler(deps, {
    kind: warnAccessEndsJob,
    ...everyOwner,
    work: (row) => warnAccessEnds(deps, toScope(row)),
  }),
  tidying(deps),
];
