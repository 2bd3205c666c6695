import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { countProcess } from '../../processes/index.ts';
import { countOutcomes, type TaskKind } from '../progress-repo.ts';

/** Recounts a task's progress from its rows, which are the source of truth. */
export async function refreshProcess(
  tx: Executor,
  workplaceId: string,
  processId: string,
  kind: TaskKind,
): Promise<void> {
  const counted = await countOutcomes(tx, workplaceId, processId, kind);
  await countProcess(tx, workplaceId, processId, counted, `${kind.toUpperCase()}_SOME_FAILED`);
}

interface Pending {
  scope: WorkplaceScope;
  processes: Map<string, TaskKind>;
  orderIds: Set<string>;
  timer: NodeJS.Timeout | undefined;
  running: Promise<void> | undefined;
}

/** Minimum time between updates of one workplace, in milliseconds, so that bulk work is batched. */
const EVERY_MS = 400;
/** More ids than this are sent as "any". */
const MOST_IDS = 100;

export interface Progress {
  /** Marks an order and its task as changed; screens are updated now or with the next batch. */
  touch(scope: WorkplaceScope, orderId: string, process?: { id: string; kind: TaskKind }): void;
  /** Waits until all pending updates are sent. */
  flush(): Promise<void>;
}

/**
 * Updates screens about bulk work outside of its transactions: a counter in the task's row, or a NOTIFY in each, would
 * serialize thousands of orders. The sweep sends updates that a killed process didn't.
 */
export function createProgress(deps: Pick<Deps, 'db' | 'log'>): Progress {
  const pending = new Map<string, Pending>();

  async function tell(entry: Pending): Promise<void> {
    // Fixed lock order, so that two updates of the same tasks can't deadlock.
    const processes = [...entry.processes].sort(([a], [b]) => (a < b ? -1 : 1));
    const orderIds = [...entry.orderIds];
    entry.processes.clear();
    entry.orderIds.clear();
    if (processes.length === 0 && orderIds.length === 0) return;
    await deps.db.tenant(entry.scope, async (tx) => {
      const { workplaceId } = entry.scope;
      for (const [id, kind] of processes) await refreshProcess(tx, workplaceId, id, kind);
      await publish(tx, workplaceId, 'orders', orderIds.length > MOST_IDS ? [] : orderIds);
    });
  }

  function start(entry: Pending): void {
    entry.running = tell(entry)
      .catch((error: unknown) => deps.log.warn({ err: error }, 'sending progress events failed'))
      .finally(() => {
        entry.running = undefined;
        if (entry.orderIds.size > 0 || entry.processes.size > 0) later(entry);
        else if (!entry.timer) pending.delete(entry.scope.workplaceId);
      });
  }

  function later(entry: Pending): void {
    if (entry.timer) return;
    entry.timer = setTimeout(() => {
      entry.timer = undefined;
      if (!entry.running) start(entry);
    }, EVERY_MS);
    entry.timer.unref();
  }

  return {
    touch({ accountId, workplaceId }, orderId, process) {
      // For the whole workplace, whatever store the order belongs to.
      const scope = { accountId, workplaceId };
      const known = pending.get(workplaceId);
      const entry = known ?? {
        scope,
        processes: new Map(),
        orderIds: new Set(),
        timer: undefined,
        running: undefined,
      };
      pending.set(scope.workplaceId, entry);
      entry.orderIds.add(orderId);
      if (process) entry.processes.set(process.id, process.kind);
      if (known) later(entry);
      else start(entry);
    },
    async flush() {
      for (;;) {
        const entries = [...pending.values()];
        if (entries.length === 0) return;
        for (const entry of entries) {
          await entry.running;
          clearTimeout(entry.timer);
          entry.timer = undefined;
          if (entry.orderIds.size > 0 || entry.processes.size > 0) start(entry);
          await entry.running;
          if (entry.orderIds.size === 0 && entry.processes.size === 0 && !entry.timer)
            pending.delete(entry.scope.workplaceId);
        }
      }
    },
  };
}
