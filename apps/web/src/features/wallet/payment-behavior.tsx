import { Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useMay } from '../../lib/use-may.ts';
import { paymentBehaviorKey, usePaymentBehavior } from './use-payment-behavior.ts';

/** Chooses for the workspace whether payment pages open in a window of their own. */
export function PaymentBehavior() {
  const { t } = useTranslation('wallet');
  const { may } = useMay();
  const client = useQueryClient();
  const behavior = usePaymentBehavior();
  const save = useMutation({
    mutationFn: (popup: boolean) =>
      api('PUT /orders/v6/payments/setting', { body: { payment_behavior: popup ? 'popup' : 'default' } }),
    onSuccess: (saved) => client.setQueryData(paymentBehaviorKey, saved),
  });
  return (
    <Switch
      label={t('topup.popup')}
      checked={save.isPending ? save.variables : behavior === 'popup'}
      disabled={!may('orders.pay') || save.isPending}
      onChange={(event) => save.mutate(event.currentTarget.checked)}
    />
  );
}
