import type { MARK_COLORS } from '@quayside/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

export type Mark = (typeof MARK_COLORS)[number];
export const MARKS: readonly Mark[] = ['none', 'grey', 'green', 'red'];

export type OrderChange = { kind: 'mark'; mark: Mark } | { kind: 'archive' } | { kind: 'revert' };
type Result = CallData<'PUT /orders/v5/mark-order'>;

const UNDO_MS = 8000;

function send(change: OrderChange, order_ids: string[]): Promise<Result> {
  if (change.kind === 'mark') return api('PUT /orders/v5/mark-order', { body: { order_ids, mark_order: change.mark } });
  return change.kind === 'archive'
    ? api('PUT /orders/v5/mark-archive', { body: { order_ids } })
    : api('POST /orders/v5/revert-order', { body: { order_ids } });
}

async function undo(changeId: string, client: QueryClient, t: TFunction<'orders'>): Promise<void> {
  const { restored, kept } = await api('POST /orders/v5/changes/{change_id}/undo', {
    params: { change_id: changeId },
    body: {},
  });
  await client.invalidateQueries({ queryKey: ['orders'] });
  toast('success', kept > 0 ? t('change.undoneSome', { count: restored, kept }) : t('change.undone'));
}

/** Marks, archives or restores orders, and offers to undo it. */
export function useChangeOrders(): (change: OrderChange, orderIds: string[]) => Promise<void> {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  return useCallback(
    async (change, orderIds) => {
      const { updated, change_id, failed } = await send(change, orderIds);
      await client.invalidateQueries({ queryKey: ['orders'] });
      const refused = Object.values(failed);
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
        ...(change_id ? { action: { label: t('change.undo'), run: () => void undo(change_id, client, t) } } : {}),
      });
    },
    [client, t],
  );
}
