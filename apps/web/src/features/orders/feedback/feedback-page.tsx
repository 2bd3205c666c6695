import { Button } from '@mantine/core';
import type { OrderFeedback } from '@quayside/contracts';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { urlPart, useUrlState } from '../../../lib/url-state.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useList } from '../../../lib/use-list.ts';
import { SectionActions, SectionRow } from '../sections.tsx';
import classes from './feedback.module.css';
import { FeedbackEntry } from './feedback-entry.tsx';

const SHOWN = ['open', 'done'] as const;
const URL_STATE = { show: urlPart.choice(SHOWN) };

/** Feedback about all orders: open, and done before. */
export default function FeedbackPage() {
  const { t } = useTranslation(['feedback', 'orders', 'common']);
  const [{ show }, setUrl] = useUrlState(URL_STATE);
  const { workplaceId } = useAccount();
  const list = useList<OrderFeedback>({
    topic: 'orders',
    state: { of: 'feedback', show, workplaceId },
    id: (one) => one.id,
    read: (cursor, signal) =>
      api(show === 'open' ? 'GET /orders/v5/feedbacks' : 'GET /orders/v10/feedbacks/history', {
        query: { cursor },
        signal,
      }),
  });
  return (
    <>
      <SectionRow active="feedback" />
      <PageHeader title={t('title')} actions={<SectionActions active="feedback" />} />
      <div className={classes.page}>
        <Segmented
          label={t('show')}
          value={show}
          choices={SHOWN.map((one) => ({ value: one, label: t(`shown.${one}`) }))}
          onChange={(next) => setUrl({ show: next })}
        />
        {list.error && list.rows.length === 0 ? (
          <ErrorState error={list.error} onRetry={list.retry} />
        ) : list.isLoading ? (
          <SkeletonBox width="100%" height={120} />
        ) : list.rows.length === 0 ? (
          <EmptyState
            picture={<MessageSquareText size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`empty.${show}`)}
            text={t('emptyText')}
          />
        ) : (
          <div className={classes.list} data-stale={list.isStale || undefined}>
            {list.rows.map((one) => (
              <FeedbackEntry
                key={one.id}
                feedback={one}
                about={
                  <Link to="/app/orders" search={{ period: 'all', open: one.order_id }}>
                    <bdi>{one.order_name}</bdi>
                  </Link>
                }
              />
            ))}
            {list.hasMore ? (
              <div>
                <Button variant="default" loading={list.isLoadingMore} onClick={list.loadMore}>
                  {t('more')}
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </div>
    </>
  );
}
