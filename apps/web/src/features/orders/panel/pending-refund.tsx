import type { SupplierOrderView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { RefundDialog } from '../refund-dialog.tsx';
import classes from './panel.module.css';

/** The refund that is expected for a supplier order: who adds it, and the owner's own confirmation for the owner's own account. */
export function PendingRefund({ order }: { order: SupplierOrderView }) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const client = useQueryClient();
  const [asked, setAsked] = useState(0);
  const [open, setOpen] = useState(false);
  const pending = order.refund_pending;
  if (!pending) return null;
  const sum = money(pending);
  if (order.payer === 'wallet') return <p className={classes.quiet}>{t('refund.wallet', { sum })}</p>;
  return (
    <div className={classes.boxRow}>
      <span className={classes.quiet}>{t('refund.own', { sum })}</span>
      <MayButton
        needs="orders.pay"
        size="xs"
        variant="default"
        onClick={() => {
          setAsked((times) => times + 1);
          setOpen(true);
        }}
      >
        {t('refund.verb')}
      </MayButton>
      <RefundDialog
        key={asked}
        open={open}
        onClose={() => setOpen(false)}
        refund={{ number: order.order_no ?? order.reference, pending, payer: order.payer }}
        send={async (body) => {
          const params = { supplier_order_id: order.id };
          await api('POST /orders/v5/supplier-orders/{supplier_order_id}/confirm-refund', { params, body });
          await client.invalidateQueries({ queryKey: ['orders'] });
        }}
      />
    </div>
  );
}
