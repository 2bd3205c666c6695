import { Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import classes from './panel.module.css';

/** Whether a guard keeps something from being bought. */
export const isGuarded = (problem: { key: string } | null): boolean => problem?.key.startsWith('GUARD_') ?? false;

/** Approves an order that guards stopped, by name, after showing each reason. */
export function ApproveOrder({ order }: { order: { id: string; name: string } }) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('orders', order.id, 'guards'),
    queryFn: ({ signal }) => api('GET /orders/v4/guards/{order_id}', { params: { order_id: order.id }, signal }),
    enabled: open,
  });
  const stops = data?.items.filter((stop) => stop.approved_at === null) ?? [];

  async function approve(): Promise<void> {
    const { failed } = await api('POST /orders/v4/guards/{order_id}/approve', {
      params: { order_id: order.id },
      body: note.trim() ? { note: note.trim() } : {},
    });
    const [refused] = failed;
    if (refused) toast('error', refused.text);
    await client.invalidateQueries({ queryKey: ['orders'] });
  }

  return (
    <>
      <MayButton needs="orders.approve" size="compact-xs" variant="default" onClick={() => setOpen(true)}>
        {t('orderDecisions:guard.approve')}
      </MayButton>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        title={t('orderDecisions:guard.title', { name: order.name })}
        text={t('orderDecisions:guard.text')}
        undo={t('orderDecisions:guard.record')}
        verb={t('orderDecisions:guard.approve')}
        ready={data !== undefined}
        obstacle={stops.some((stop) => stop.needs_another) ? t('orderDecisions:guard.needsAnother') : undefined}
        onConfirm={approve}
      >
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={48} /> : null}
        <ul className={classes.boxes}>
          {stops.map((stop) => (
            <li key={stop.guard}>{stop.problem.text}</li>
          ))}
        </ul>
        <Textarea
          label={t('orderDecisions:guard.note')}
          value={note}
          maxLength={500}
          autosize
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </ConfirmDialog>
    </>
  );
}

/** Places an order now that waits for its time. */
export function PlaceNow({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return (
    <MayButton
      needs="orders.approve"
      size="compact-xs"
      variant="default"
      loading={busy}
      onClick={() => {
        setBusy(true);
        void api('POST /orders/v4/guards/{order_id}/place-now', { params: { order_id: orderId } })
          .then(() => client.invalidateQueries({ queryKey: ['orders'] }))
          .finally(() => setBusy(false));
      }}
    >
      {t('orderDecisions:guard.placeNow')}
    </MayButton>
  );
}
