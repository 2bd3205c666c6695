import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import type { FilterQuery } from './export-orders.ts';

/** Downloads every order of the current view as CSV; the progress shows while pages arrive. */
export function ExportButton({ query }: { query: FilterQuery }) {
  const { t } = useTranslation('orders');
  const [orders, setOrders] = useState<number>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function run(): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    setOrders(0);
    try {
      const { exportOrders } = await import('./export-orders.ts');
      const count = await exportOrders(query, setOrders, controller.signal);
      toast('success', t('export.done', { count }));
    } catch (error) {
      if (!controller.signal.aborted) toast('error', errorText(error));
    } finally {
      if (!controller.signal.aborted) setOrders(undefined);
    }
  }
  return (
    <>
      {orders ? <span role="status">{t('export.running', { count: orders })}</span> : null}
      <ActionIcon
        aria-label={t('export.button')}
        data-hint={t('export.hint')}
        loading={orders !== undefined}
        onClick={() => void run()}
      >
        <Download size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}
