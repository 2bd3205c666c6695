import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderChange } from './order-change.ts';

/** Marks, archives or restores orders, and offers to undo it. Its code comes with the first change. */
export function useChangeOrders(): (change: OrderChange, orderIds: readonly string[]) => Promise<void> {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  return useCallback(
    async (change, orderIds) => (await import('./send-changes.ts')).sendChange(change, orderIds, client, t),
    [client, t],
  );
}
