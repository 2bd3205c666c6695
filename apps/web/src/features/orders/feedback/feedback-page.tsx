import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquareText } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../../lib/url-state.ts';
import { SectionActions, SectionRow } from '../sections.tsx';
import classes from './feedback.module.css';
import { FeedbackEntry } from './feedback-entry.tsx';

const SHOWN = ['open', 'done'] as const;
const URL_STATE = { show: urlPart.choice(SHOWN) };

/** Feedback about all orders: open, and done before. */
export default function FeedbackPage() {
  const { t } = useTranslation(['feedback', 'orders', 'common']);
  const [{ show }, setUrl] = useUrlState(URL_STATE);
  const query = useInfiniteQuery({
    queryKey: queryKeys.list('orders', { of: 'feedback', show }),
    queryFn: ({ pageParam: cursor, signal }) =>
      api(show === 'open' ? 'GET /orders/v5/feedbacks' : 'GET /orders/v10/feedbacks/history', {
        query: { cursor },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor,
  });
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
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
        {query.error && items.length === 0 ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : query.isPending ? (
          <SkeletonBox width="100%" height={120} />
        ) : items.length === 0 ? (
          <EmptyState
            picture={<MessageSquareText size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`empty.${show}`)}
            text={t('emptyText')}
          />
        ) : (
          <div className={classes.list}>
            {items.map((one) => (
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
            {query.hasNextPage ? (
              <div>
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
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
