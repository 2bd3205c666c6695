import { Button } from '@mantine/core';
import type { OrderFeedback } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './feedback.module.css';

/** One piece of feedback, with who wrote it and a button to mark it as done. `about`: the order, where it isn't known. */
export function FeedbackEntry({ feedback, about }: { feedback: OrderFeedback; about?: ReactNode }) {
  const { t } = useTranslation('feedback');
  const { dateTime } = useFormats();
  const { may } = useMay();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  async function finish(): Promise<void> {
    setBusy(true);
    try {
      await api('POST /orders/v5/feedbacks/mark-done', { body: { feedback_ids: [feedback.id] } });
      await client.invalidateQueries({ queryKey: ['orders'] });
    } finally {
      setBusy(false);
    }
  }
  return (
    <article className={classes.entry}>
      <div className={classes.head}>
        {about}
        <StatusBadge tone={feedback.done_at ? 'closed' : 'waiting'} label={t(`topic.${feedback.topic}`)} />
        <span className={classes.quiet}>
          <bdi>{feedback.created_by}</bdi> · {dateTime(feedback.created_at)}
        </span>
      </div>
      <p className={classes.text} dir="auto">
        {feedback.text}
      </p>
      {feedback.done_at ? (
        <p className={classes.quiet}>
          {t('doneBy', { name: feedback.done_by ?? '', time: dateTime(feedback.done_at) })}
        </p>
      ) : may('orders.change') ? (
        <div>
          <Button
            size="xs"
            variant="default"
            loading={busy}
            leftSection={<Check size={14} aria-hidden />}
            onClick={() => void finish()}
          >
            {t('markDone')}
          </Button>
        </div>
      ) : null}
    </article>
  );
}
