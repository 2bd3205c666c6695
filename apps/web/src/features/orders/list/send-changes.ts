import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { api, type CallData } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { BATCH, sendBatches } from './batches.ts';
import type { OrderChange } from './order-change.ts';

type Result = CallData<'PUT /orders/v5/mark-order'>;

const UNDO_MS = 8000;

function send(change: OrderChange, order_ids: string[]): Promise<Result> {
  if (change.kind === 'mark') return api('PUT /orders/v5/mark-order', { body: { order_ids, mark_order: change.mark } });
  return change.kind === 'archive'
    ? api('PUT /orders/v5/mark-archive', { body: { order_ids } })
    : api('POST /orders/v5/revert-order', { body: { order_ids } });
}

async function undo(changeIds: readonly string[], client: QueryClient, t: TFunction<'orders'>): Promise<void> {
  let [restored, kept] = [0, 0];
  for (const change_id of changeIds) {
    const undone = await api('POST /orders/v5/changes/{change_id}/undo', { params: { change_id }, body: {} });
    restored += undone.restored;
    kept += undone.kept;
  }
  await client.invalidateQueries({ queryKey: ['orders'] });
  toast('success', kept > 0 ? t('change.undoneSome', { count: restored, kept }) : t('change.undone'));
}

/** Marks, archives or restores orders, a batch at a time, and offers to undo it. Throws if a batch failed. */
export async function sendChange(
  change: OrderChange,
  orderIds: readonly string[],
  client: QueryClient,
  t: TFunction<'orders'>,
): Promise<void> {
  const { results, error } = await sendBatches(orderIds, BATCH, (ids) => send(change, ids));
  await client.invalidateQueries({ queryKey: ['orders'] });
  const updated = results.reduce((sum, one) => sum + one.updated, 0);
  const changeIds = results.flatMap((one) => one.change_id ?? []);
  // A batch that failed has said why. What was done before it can be undone.
  if (error !== undefined && updated === 0) throw error;
  const refused = results.flatMap((one) => Object.values(one.failed));
  if (refused[0]) toast('warning', t('change.someRefused', { count: refused.length, reason: refused[0].text }));
  if (updated === 0) return refused.length === 0 ? toast('info', t('change.nothing')) : undefined;
  const text =
    change.kind === 'mark'
      ? change.mark === 'none'
        ? t('change.unmarked', { count: updated })
        : t('change.marked', { count: updated })
      : t(`change.${change.kind === 'archive' ? 'archived' : 'reverted'}`, { count: updated });
  toast('success', text, {
    ms: UNDO_MS,
    ...(changeIds.length > 0
      ? { action: { label: t('change.undo'), run: () => void undo(changeIds, client, t) } }
      : {}),
  });
  if (error !== undefined) throw error;
}
