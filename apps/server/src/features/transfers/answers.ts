import type { StoreMove } from '@quayside/contracts';
import { problemAnswer } from '../connections/index.ts';
import { isCancelled } from './rules/cancelled.ts';
import type { Move, MoveState } from './tables.ts';

const SHOWN: Record<MoveState, StoreMove['state']> = {
  waiting: 'waiting',
  carrying: 'moving',
  arriving: 'moving',
  tidying: 'moving',
  returning: 'returning',
  done: 'done',
  failed: 'failed',
};

/** A transfer as shown to its readers; `names`: workspaces they may know. */
export const moveAnswer = (move: Move, locale: string, names: ReadonlyMap<string, string>): StoreMove => ({
  move_id: move.move_id,
  store_id: move.store_id,
  store_name: move.store_name,
  platform: move.platform,
  platform_domain: move.platform_domain,
  is_sandbox: move.mode === 'sandbox',
  from: { id: move.from_workplace, name: names.get(move.from_workplace) ?? '' },
  to: { id: move.to_workplace, name: names.get(move.to_workplace) ?? '' },
  state: isCancelled(move) ? 'cancelled' : SHOWN[move.state],
  waits: { supplier_orders: 0, listings: 0, parcels: 0, ...move.waits },
  carried: move.carried,
  total: Math.max(move.total, move.carried),
  problem: problemAnswer(locale, move.error),
  created_at: move.created_at,
  changed_at: move.changed_at,
});
