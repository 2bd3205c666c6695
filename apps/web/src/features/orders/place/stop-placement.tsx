import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { toast } from '../../../lib/toasts.ts';

interface Props {
  processId: string;
  source: string;
  /** It is the only supplier of the task, so it needn't be named. */
  only: boolean;
}

/** Stops what hasn't been sent to a supplier yet, and says what already was. */
export function StopPlacement({ processId, source, only }: Props) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function stop(): Promise<void> {
    setBusy(true);
    try {
      const body = { source_type: source, process_id: processId };
      const { stopped, sent } = await api('POST /orders/v4/stop-order', { body });
      const parts = [t('stop.stopped', { count: stopped }), ...(sent > 0 ? [t('stop.sent', { count: sent })] : [])];
      toast(sent > 0 ? 'info' : 'success', parts.join(' '));
      await client.invalidateQueries({ queryKey: ['orders'] });
    } catch {
      // The toast says why.
    } finally {
      setBusy(false);
    }
  }

  return (
    <MayButton needs="orders.pay" variant="default" loading={busy} onClick={() => void stop()}>
      {only ? t('stop.action') : t('stop.actionAt', { name: connectorName(source) })}
    </MayButton>
  );
}
