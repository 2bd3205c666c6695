import type { Executor } from '../../../db/index.ts';
import { patchLines } from '../repo.ts';
import { isStoppedByShipping } from '../rules/line-states.ts';
import type { LineRow } from '../tables.ts';

/** What could not be sent to an order's old address may be sent to its new one. The caller holds the orders of the lines. */
export const freeStopped = (tx: Executor, workplaceId: string, lines: readonly LineRow[]): Promise<void> =>
  patchLines(
    tx,
    workplaceId,
    lines
      .filter(isStoppedByShipping)
      .map(({ order_id, line_id }) => ({ order_id, line_id, state: 'ready', block: null })),
  );
