import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';

/** Lets a person buy an order that its store does not confirm, after saying what that may cost. */
export function BuyAnyway({ order }: { order: { id: string; name: string } }) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);

  async function buy(): Promise<void> {
    const { failed } = await api('POST /orders/v5/buy-anyway', { body: { order_id: order.id } });
    const [refused] = failed;
    if (refused) toast('error', refused.text);
    await client.invalidateQueries({ queryKey: ['orders'] });
  }

  return (
    <>
      <MayButton needs="orders.pay" size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('orderDecisions:buyAnyway.action')}
      </MayButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('orderDecisions:buyAnyway.title', { name: order.name })}
        text={t('orderDecisions:buyAnyway.text')}
        undo={t('orderDecisions:buyAnyway.record')}
        verb={t('orderDecisions:buyAnyway.action')}
        danger
        onConfirm={buy}
      />
    </>
  );
}
