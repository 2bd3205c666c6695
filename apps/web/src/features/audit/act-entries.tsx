import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { useList } from '../../lib/use-list.ts';
import classes from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { EntryRow } from './entry-row.tsx';

type Act = CallData<'GET /audit/acts'>['items'][number];
type Entry = CallData<'GET /audit'>['items'][number];

/** The entries of an act that match the filter, in pages. */
export function ActEntries({ act, filter }: { act: Act; filter: AuditFilter }) {
  const { t } = useTranslation('audit');
  const { action, actor, area, from, until } = act;
  const query = { ...filter, actor_id: actor.id, action, area, from, until };
  const list = useList<Entry>({
    topic: 'audit',
    state: query,
    id: (entry) => entry.id,
    read: (cursor, signal) => api('GET /audit', { query: { ...query, ...(cursor ? { cursor } : {}) }, signal }),
  });
  return (
    <>
      {list.error && list.rows.length === 0 ? <ErrorState error={list.error} onRetry={list.retry} small /> : null}
      {list.isLoading ? <SkeletonBox width="100%" height={Math.min(act.entries, 25) * 48} /> : null}
      <ul className={classes.entries}>
        {list.rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {list.hasMore ? (
        <Button variant="default" size="xs" onClick={list.loadMore} loading={list.isLoadingMore}>
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}
