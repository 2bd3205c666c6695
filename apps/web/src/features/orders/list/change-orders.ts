import type { MARK_COLORS } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

export type Mark = (typeof MARK_COLORS)[number];
export const MARKS: readonly Mark[] = ['none', 'grey', 'green', 'red'];

export type OrderChange = { kind: 'mark'; mark: Mark } | { kind: 'archive' } | { kind: 'revert' };

/** Marks, archives or restores orders, and offers to undo it. Its code comes with the first change. */
export function useChangeOrders(): (change: OrderChange, orderIds: readonly string[]) => Promise<void> {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  return useCallback(
    async (change, orderIds) => (await import('./send-changes.ts')).sendChange(change, orderIds, client, t),
    [client, t],
  );
}
