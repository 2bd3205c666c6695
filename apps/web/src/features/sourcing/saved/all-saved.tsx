import { Button } from '@mantine/core';
import { Bookmark } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { useList } from '../../../lib/use-list.ts';
import classes from './saved.module.css';
import { SavedCard } from './saved-card.tsx';
import type { SavedPage } from './saved-queries.ts';

const STATE = {};

/** Every saved page, newest first. */
export function AllSaved({ onFind }: { onFind(): void }) {
  const { t } = useTranslation('saved');
  const list = useList<SavedPage>({
    topic: 'saved_pages',
    state: STATE,
    read: (cursor, signal) => api('GET /product-sources/saved-pages', { query: { cursor, page_size: 50 }, signal }),
    id: (page) => page.id,
  });
  if (list.error && list.rows.length === 0) return <ErrorState small error={list.error} onRetry={list.retry} />;
  if (list.isLoading)
    return (
      <div className={`${classes.drawer} ${classes.list}`} aria-busy="true">
        {[0, 1, 2, 3].map((one) => (
          <SkeletonBox key={one} width="100%" height={90} />
        ))}
      </div>
    );
  if (list.rows.length === 0)
    return <EmptyState small picture={<Bookmark size={28} strokeWidth={1.5} aria-hidden />} title={t('none')} />;
  return (
    <div className={classes.drawer}>
      <ul className={classes.list}>
        {list.rows.map((page) => (
          <li key={page.id}>
            <SavedCard page={page} onFind={onFind} />
          </li>
        ))}
      </ul>
      {list.hasMore ? (
        <Button variant="default" fullWidth loading={list.isLoadingMore} onClick={list.loadMore}>
          {t('more')}
        </Button>
      ) : null}
    </div>
  );
}
