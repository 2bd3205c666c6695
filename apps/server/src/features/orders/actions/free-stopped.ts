import type { Executor } from '../../../db/index.ts';
import { patchLines } from '../repo.ts';
import { isStoppedByShipping } from '../rules/line-states.ts';
import type { LineRow } from '../tables.ts';

/** Lines blocked by an order's old address may be shippable to its new one. The caller locks their orders. */
export const freeStopped = (tx: Executor, workplaceId: string, lines: readonly LineRow[]): Promise<void> =>
  patchLines(
    tx,
    workplaceId,
    lines
      .filter(isStoppedByShipping)
      .map(({ order_id, line_id }) => ({ order_id, line_id, state: 'ready', block: null })),
  );
