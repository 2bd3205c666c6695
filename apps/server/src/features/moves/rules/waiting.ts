import type { MessageParams } from '@quayside/kernel';
import type { UnderWay } from '../tables.ts';

/** How long a move waits for work that is under way. Calls to suppliers are tried for minutes; what takes longer needs a person. */
const PATIENCE_MS = 15 * 60_000;

/** Why a move gives up, once it has waited long enough; undefined: it waits on. */
export function waitedFor(
  work: UnderWay,
  now: string,
  move: { created_at: string; store_name: string },
  names: string,
): { key: string; params: MessageParams } | undefined {
  if (Date.parse(now) - Date.parse(move.created_at) < PATIENCE_MS) return undefined;
  const { listings, parcels, supplier_orders: orders } = work;
  return { key: 'STORE_MOVE_WORK_OPEN', params: { name: move.store_name, orders, listings, parcels, names } };
}
