import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type Problem, toProblem, withSupplier } from '../../connections/index.ts';
import { saveWarehouses, saveWarehousesProblem } from '../warehouse-repo.ts';

function problemOf(error: unknown): Problem | undefined {
  if (error instanceof ConnectorError) return toProblem(error, '');
  if (error instanceof AppError) return { key: error.messageKey, params: error.params };
  return undefined;
}

/** Reads a supplier's warehouses and updates waiting screens, also about a supplier that doesn't respond. */
export async function askWarehouses(
  deps: Deps,
  scope: WorkplaceScope,
  connectionId: string,
  isLastTry: boolean,
): Promise<void> {
  const { workplaceId } = scope;
  try {
    const warehouses = await withSupplier(
      deps,
      scope,
      { connectionId },
      async ({ connector, ctx }) => (await connector.warehouses?.(ctx)) ?? [],
    );
    await deps.db.tenant(scope, async (tx) => {
      await saveWarehouses(tx, workplaceId, connectionId, warehouses);
      await publish(tx, workplaceId, 'suppliers', [connectionId]);
    });
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    if (error instanceof ConnectorError && error.kind === 'rate-limited')
      throw new Later(error.retryAfterMs ?? 2_000, 'supplier is rate limiting');
    await deps.db.tenant(scope, async (tx) => {
      if (await saveWarehousesProblem(tx, workplaceId, connectionId, problem))
        await publish(tx, workplaceId, 'suppliers', [connectionId]);
    });
    const passes = error instanceof ConnectorError && ['temporary', 'unknown', 'unexpected'].includes(error.kind);
    if (passes && !isLastTry) throw error;
  }
}
