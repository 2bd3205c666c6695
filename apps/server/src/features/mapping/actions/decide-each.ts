import { AppError } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { lockMappings } from '../repo.ts';

export interface Decided {
  done: string[];
  failed: Map<string, AppError>;
}

/**
 * Decides rows one by one, each in its transaction, so that one that can't be decided stops no other. `lock`: locks the row of an id;
 * `notFound`: the key of the refusal where there is none.
 */
export async function decideEach<R>(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
  { lock, notFound }: { lock(tx: Executor, workplaceId: string, ids: string[]): Promise<R[]>; notFound: string },
  work: (tx: Executor, row: R) => Promise<void>,
): Promise<Decided> {
  const done: string[] = [];
  const failed: Decided['failed'] = new Map();
  for (const id of new Set(ids))
    try {
      await deps.db.tenant(scope, async (tx) => {
        // In the order in which a check locks them.
        await lockMappings(tx, scope.workplaceId);
        const [row] = await lock(tx, scope.workplaceId, [id]);
        if (!row) throw new AppError('BAD_REQUEST', notFound);
        await work(tx, row);
        await publish(tx, scope.workplaceId, 'products');
      });
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.set(id, error);
    }
  return { done, failed };
}
