import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { SettingButtons, settingForm } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import type { TaskProps } from '../use-task.ts';

/** Emails a member a link to confirm the payment of orders. */
export default function AskPayment({ task, open, onClose }: TaskProps<'ask-payment'>) {
  const { t } = useTranslation(['orders', 'common']);
  const { data } = useQuery({
    queryKey: queryKeys.part('team', 'payers'),
    queryFn: ({ signal }) => api('GET /orders/v5/payment-requests/members', { signal }),
    enabled: open,
  });
  const [chosen, setChosen] = useState('');
  const members = data?.items ?? [];
  const accountId = chosen || (members[0]?.account_id ?? '');
  const form = useForm(async () => {
    const { sent_to: name } = await api('POST /orders/v5/payment-requests', {
      body: { order_ids: [...task.orderIds], account_id: accountId },
      quiet: true,
    });
    toast('success', t('askPayment.sent', { name }));
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} busy={form.busy} title={t('askPayment.title')}>
      {!data ? (
        <SkeletonBox width="100%" height={96} />
      ) : members.length === 0 ? (
        <div className={settingForm()}>
          <p>{t('askPayment.nobody')}</p>
          <SettingButtons>
            <Button onClick={onClose}>{t('common:close')}</Button>
          </SettingButtons>
        </div>
      ) : (
        <form noValidate className={settingForm()} onSubmit={form.submit}>
          <p>{t('askPayment.text')}</p>
          <NativeSelect
            label={t('askPayment.who')}
            value={accountId}
            onChange={(event) => setChosen(event.currentTarget.value)}
            data={members.map((one) => ({ value: one.account_id, label: one.name }))}
            error={form.error('account_id')}
          />
          <Failure text={form.failure} />
          <SettingButtons>
            <Button type="submit" loading={form.busy}>
              {t('askPayment.verb')}
            </Button>
            <Button variant="subtle" onClick={onClose} disabled={form.busy}>
              {t('common:cancel')}
            </Button>
          </SettingButtons>
        </form>
      )}
    </Dialog>
  );
}
