import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './feedback.module.css';
import { FeedbackEntry } from './feedback-entry.tsx';
import { SendFeedback } from './send-feedback.tsx';

/** Feedback about an order in its panel: what is open, and a form for more. */
export function OrderFeedbackSection({ orderId }: { orderId: string }) {
  const { t } = useTranslation('feedback');
  const { may } = useMay();
  const [writing, setWriting] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.detail('orders', orderId, 'feedback'),
    queryFn: ({ signal }) =>
      api('GET /orders/v5/feedbacks', { query: { order_id: orderId, page_size: 50 }, signal, quiet: true }),
  });
  if (!may('orders.change') && !data?.items.length) return null;
  return (
    <PanelSection title={t('title')}>
      <div className={classes.list}>
        {data?.items.map((one) => (
          <FeedbackEntry key={one.id} feedback={one} />
        ))}
        {writing ? (
          <SendFeedback orderId={orderId} onClose={() => setWriting(false)} />
        ) : may('orders.change') ? (
          <div>
            <Button
              size="xs"
              variant="default"
              leftSection={<MessageSquarePlus size={14} aria-hidden />}
              onClick={() => setWriting(true)}
            >
              {t('leave')}
            </Button>
          </div>
        ) : null}
      </div>
    </PanelSection>
  );
}
