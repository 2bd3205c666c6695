import { Button, NativeSelect, TextInput } from '@mantine/core';
import { AUDIT_ENTITIES } from '@quayside/contracts/audit-entities.ts';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveFile } from '../../lib/save-file.ts';
import { toast } from '../../lib/toasts.ts';
import { useList } from '../../lib/use-list.ts';
import { ActRow } from './act-row.tsx';
import { useActorKind } from './actor-kind.ts';
import classes from './audit.module.css';
import type { AuditFilter } from './audit-filter.ts';
import { HistoryCard } from './history-card.tsx';

type Act = CallData<'GET /audit/acts'>['items'][number];

const CHANGES = ['created', 'changed', 'removed'] as const;

/** The activity log by act, newest first, with search, filters and export. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  const kindOf = useActorKind();
  const [filter, setFilter] = useState<AuditFilter>({});
  const [busy, setBusy] = useState(false);
  const actors = useQuery({
    queryKey: queryKeys.part('audit', 'actors'),
    queryFn: ({ signal }) => api('GET /audit/actors', { signal }),
  });
  const list = useList<Act>({
    topic: 'audit',
    state: filter,
    id: (row) => row.id,
    read: (cursor, signal) => api('GET /audit/acts', { query: { ...filter, ...(cursor ? { cursor } : {}) }, signal }),
  });
  const set = (name: keyof AuditFilter, value: string) => {
    const { [name]: _before, ...rest } = filter;
    setFilter((value ? { ...rest, [name]: value } : rest) as AuditFilter);
  };
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const file = await api('GET /audit/export', { query: filter });
      saveFile(file.file_name, file.csv);
      if (file.truncated) toast('info', t('truncated', { n: file.entries }));
    } catch {
      // The reason was shown.
    } finally {
      setBusy(false);
    }
  }
  const any = { value: '', label: t('any') };
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <Button
            variant="default"
            leftSection={<Download size={16} aria-hidden />}
            loading={busy}
            onClick={() => void save()}
          >
            {t('export')}
          </Button>
        }
      />
      <SettingPage>
        <SettingCard title={t('changes')} note={t('note')}>
          <search className={classes.filters}>
            <TextInput label={t('search')} defaultValue="" onChange={(event) => set('q', event.currentTarget.value)} />
            <NativeSelect
              label={t('who')}
              data={[
                any,
                ...(actors.data?.items ?? []).map((one) => {
                  const kind = one.kind === 'rule' ? kindOf(one) : undefined;
                  return { value: one.id, label: kind ? `${one.name} (${kind})` : one.name };
                }),
              ]}
              onChange={(event) => set('actor_id', event.currentTarget.value)}
            />
            <NativeSelect
              label={t('what')}
              data={[any, ...AUDIT_ENTITIES.map((one) => ({ value: one, label: t(`entity.${one}`) }))]}
              onChange={(event) => set('entity', event.currentTarget.value)}
            />
            <NativeSelect
              label={t('kind')}
              data={[any, ...CHANGES.map((one) => ({ value: one, label: t(`change.${one}`) }))]}
              onChange={(event) => set('change', event.currentTarget.value)}
            />
          </search>
          {list.error && list.rows.length === 0 ? <ErrorState error={list.error} onRetry={list.retry} small /> : null}
          {list.isLoading ? <SkeletonBox width="100%" height={220} /> : null}
          {!list.isLoading && !list.error && list.rows.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} small />
          ) : null}
          <ul className={classes.list}>
            {list.rows.map((act) => (
              <ActRow key={act.id} act={act} filter={filter} />
            ))}
          </ul>
          {list.hasMore ? (
            <Button variant="default" size="sm" onClick={list.loadMore} loading={list.isLoadingMore}>
              {t('more')}
            </Button>
          ) : null}
        </SettingCard>
        <HistoryCard />
      </SettingPage>
    </>
  );
}
