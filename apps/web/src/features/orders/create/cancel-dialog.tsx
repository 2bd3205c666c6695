import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { api } from '../../../lib/api.ts';
import type { TaskProps } from '../use-task.ts';

/** Cancels an order that was created in Quayside. */
export default function CancelDialog({ task, open, onClose }: TaskProps<'cancel'>) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      title={t('cancel.title', { name: task.name })}
      text={t('cancel.text')}
      undo={t('cancel.undo')}
      verb={t('action.cancelOrder')}
      onConfirm={async () => {
        await api('POST /orders/manual/{order_id}/cancel', {
          params: { order_id: task.orderId },
          body: {},
          quiet: true,
        });
        await client.invalidateQueries({ queryKey: ['orders'] });
      }}
    />
  );
}
