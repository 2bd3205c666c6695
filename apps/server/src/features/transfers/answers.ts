import type { StoreMove } from '@quayside/contracts';
import { problemAnswer } from '../connections/index.ts';
import { isCancelled } from './rules/cancelled.ts';
import type { StoreTransfer, TransferState } from './tables.ts';

const SHOWN: Record<TransferState, StoreMove['state']> = {
  waiting: 'waiting',
  carrying: 'moving',
  arriving: 'moving',
  tidying: 'moving',
  returning: 'returning',
  done: 'done',
  failed: 'failed',
};

/** A transfer as shown to its readers; `names`: workspaces they may know. */
export const transferView = (
  transfer: StoreTransfer,
  locale: string,
  names: ReadonlyMap<string, string>,
): StoreMove => ({
  move_id: transfer.move_id,
  store_id: transfer.store_id,
  store_name: transfer.store_name,
  platform: transfer.platform,
  platform_domain: transfer.platform_domain,
  is_sandbox: transfer.mode === 'sandbox',
  from: { id: transfer.from_workplace, name: names.get(transfer.from_workplace) ?? '' },
  to: { id: transfer.to_workplace, name: names.get(transfer.to_workplace) ?? '' },
  state: isCancelled(transfer) ? 'cancelled' : SHOWN[transfer.state],
  waits: { supplier_orders: 0, listings: 0, parcels: 0, ...transfer.waits },
  carried: transfer.carried,
  total: Math.max(transfer.total, transfer.carried),
  problem: problemAnswer(locale, transfer.error),
  created_at: transfer.created_at,
  changed_at: transfer.changed_at,
});
