import { Button } from '@mantine/core';
import type { CatalogImport, ImportFate } from '@quayside/contracts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './catalog.module.css';

const FATES: readonly ImportFate[] = ['new', 'changed', 'unchanged', 'refused'];
const FATE_TONES: Record<ImportFate, Tone> = { new: 'done', changed: 'moving', unchanged: 'closed', refused: 'broken' };
export const IMPORT_TONES: Record<CatalogImport['state'], Tone> = {
  reading: 'moving',
  ready: 'waiting',
  applying: 'moving',
  done: 'done',
  refused: 'broken',
  discarded: 'closed',
};
const LOOK_MS = 1_500;
const isMoving = (state: CatalogImport['state'] | undefined): boolean => state === 'reading' || state === 'applying';

/** One uploaded file: the outcome of each row, and the button that imports it. */
export function ImportCard({ importId, onClose }: { importId: string; onClose(): void }) {
  const { t } = useTranslation(['warehouse', 'common']);
  const { number } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('warehouse', importId, 'import'),
    queryFn: ({ signal }) =>
      api('GET /operator/catalog/imports/{import_id}', { params: { import_id: importId }, signal }),
    refetchInterval: (query) => (isMoving(query.state.data?.state) ? LOOK_MS : false),
  });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} small />
    ) : (
      <SkeletonBox width="100%" height={160} />
    );
  const { counts, state } = data;
  const toImport = counts.new + counts.changed;
  const isBlocked = data.kind === 'rates' && counts.refused > 0;
  const act = (call: 'confirm' | 'discard') => {
    setBusy(true);
    void api(`POST /operator/catalog/imports/{import_id}/${call}`, { params: { import_id: importId }, body: {} })
      .then(() => client.invalidateQueries({ queryKey: ['warehouse'] }))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <SettingCard
      title={data.file_name}
      actions={
        <span className={classes.headEnd}>
          <StatusBadge tone={IMPORT_TONES[state]} label={t(`import.state.${state}`)} />
          {state === 'ready' ? null : (
            <Button size="xs" variant="subtle" onClick={onClose}>
              {t('common:close')}
            </Button>
          )}
        </span>
      }
      note={<Outcome data={data} />}
    >
      {data.ignored.length > 0 ? (
        <p className={classes.quiet}>{t('import.ignored', { columns: data.ignored.join(', ') })}</p>
      ) : null}
      {state === 'ready' || state === 'done' || state === 'applying' ? (
        <Items importId={importId} kind={data.kind} counts={counts} state={state} />
      ) : null}
      {isBlocked && state === 'ready' ? <p className={classes.failure}>{t('import.ratesWhole')}</p> : null}
      {data.removed > 0 && state === 'ready' ? (
        <p className={classes.warning}>{t('import.removesRates', { count: data.removed })}</p>
      ) : null}
      <div className={classes.buttons}>
        {state === 'ready' ? (
          <>
            <Button
              loading={busy}
              disabled={isBlocked || (toImport === 0 && data.removed === 0)}
              onClick={() => act('confirm')}
            >
              {t(`import.verb.${data.kind ?? 'products'}`, { count: toImport, value: number(toImport) })}
            </Button>
            <Button variant="default" disabled={busy} onClick={() => act('discard')}>
              {t('import.discard')}
            </Button>
          </>
        ) : null}
        {counts.refused > 0 ? (
          <Button
            variant="default"
            onClick={() =>
              void api('GET /operator/catalog/imports/{import_id}/refused', { params: { import_id: importId } }).then(
                (file) => saveFile(file.file_name, file.csv),
              )
            }
          >
            {t('import.downloadRefused')}
          </Button>
        ) : null}
      </div>
    </SettingCard>
  );
}

function Outcome({ data }: { data: CatalogImport }) {
  const { t } = useTranslation('warehouse');
  const { counts } = data;
  if (data.state === 'refused') return <span className={classes.failure}>{data.fault}</span>;
  if (data.state === 'reading') return t('import.reading');
  if (data.state === 'applying')
    return t('import.applying', { done: data.applied, total: counts.new + counts.changed });
  if (data.state === 'discarded') return t('import.discarded');
  if (data.state === 'done') return t('import.done', { count: data.applied });
  return t('import.look', { count: data.rows });
}

function Items({
  importId,
  kind,
  counts,
  state,
}: {
  importId: string;
  kind: CatalogImport['kind'];
  counts: CatalogImport['counts'];
  state: string;
}) {
  const { t } = useTranslation(['warehouse', 'common']);
  const { number } = useFormats();
  const shown = FATES.filter((fate) => counts[fate] > 0);
  const [chosen, setChosen] = useState<ImportFate>();
  // Rejected rows first: they need attention.
  const fate: ImportFate | undefined =
    chosen && counts[chosen] > 0 ? chosen : counts.refused > 0 ? 'refused' : shown[0];
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.detail('warehouse', importId, `items ${fate} ${state}`),
    enabled: fate !== undefined,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /operator/catalog/imports/{import_id}/items', {
        params: { import_id: importId },
        query: { fate, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
  });
  if (!fate) return null;
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {shown.length > 1 ? (
        <Segmented<ImportFate>
          label={t('import.fates')}
          value={fate}
          choices={shown.map((value) => ({ value, label: `${t(`import.fate.${value}`)} ${number(counts[value])}` }))}
          onChange={setChosen}
        />
      ) : null}
      <ul className={classes.items}>
        {items.map((item) => (
          <li key={item.item_no} className={classes.item}>
            <div className={classes.itemHead}>
              <span className={classes.itemName}>
                <bdi>{item.title || item.name}</bdi>
              </span>
              <StatusBadge tone={FATE_TONES[item.fate]} label={t(`import.fate.${item.fate}`)} />
            </div>
            {kind === 'products' ? (
              <span className={classes.quiet}>
                {item.title ? <bdi>{item.name}</bdi> : null}
                {item.title ? ' · ' : ''}
                {t('import.variants', { count: item.variants })}
                {item.archives > 0 ? ` · ${t('import.archives', { count: item.archives })}` : ''}
              </span>
            ) : null}
            {item.faults.length > 0 ? (
              <ul className={classes.faults}>
                {item.faults.map((fault) => (
                  <li key={`${fault.row} ${fault.column} ${fault.text}`}>
                    <span className={classes.place}>
                      {fault.column
                        ? t('import.cell', { row: fault.row, column: fault.column })
                        : t('import.row', { row: fault.row })}
                    </span>{' '}
                    {fault.text}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('import.more')}
        </Button>
      ) : null}
    </>
  );
}
