import { Button, FileButton } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingList, SettingRow } from '../../../kit/setting-card.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './catalog.module.css';

interface Upload {
  done: number;
  total: number;
  failed: { name: string; reason: string }[];
}

/** Pictures of imported products: counts, failed ones with their reason, and upload. */
export function PicturesCard({ counts }: { counts: { ready: number; waiting: number; failed: number } }) {
  const { t } = useTranslation('warehouse');
  const { number, list } = useFormats();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const [upload, setUpload] = useState<Upload>();
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.part('warehouse', 'failed-pictures', { failed: counts.failed }),
    enabled: counts.failed > 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /operator/catalog/pictures/failed', { query: { cursor: pageParam }, signal }),
    getNextPageParam: (page) => page.next_cursor,
  });
  const failed = data?.pages.flatMap((page) => page.items) ?? [];
  const isBusy = upload !== undefined && upload.done < upload.total;

  async function send(files: File[]): Promise<void> {
    if (files.length === 0) return;
    reset.current?.();
    const state: Upload = { done: 0, total: files.length, failed: [] };
    setUpload({ ...state });
    for (const file of files) {
      try {
        await api('POST /operator/catalog/pictures', { query: { name: file.name }, body: file, quiet: true });
      } catch (problem) {
        state.failed.push({ name: file.name, reason: errorText(problem) });
      }
      state.done += 1;
      setUpload({ ...state, failed: [...state.failed] });
    }
    await client.invalidateQueries({ queryKey: ['warehouse'] });
  }

  return (
    <SettingCard title={t('pictures.title')} note={t('pictures.note')}>
      <dl className={classes.figures}>
        <div className={classes.figure}>
          <dt>{t('pictures.ready')}</dt>
          <dd>{number(counts.ready)}</dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('pictures.waiting')}</dt>
          <dd>{number(counts.waiting)}</dd>
        </div>
        <div className={classes.figure}>
          <dt>{t('pictures.failed')}</dt>
          <dd data-broken={counts.failed > 0 || undefined}>{number(counts.failed)}</dd>
        </div>
      </dl>
      {upload ? (
        <p className={classes.quiet} role="status">
          {t('pictures.uploaded', { done: upload.done - upload.failed.length, total: upload.total })}
        </p>
      ) : null}
      {upload?.failed.map(({ name, reason }) => (
        <p key={name} className={classes.failure}>
          <bdi>{name}</bdi>: {reason}
        </p>
      ))}
      {failed.length > 0 ? (
        <SettingList>
          {failed.map((one) => (
            <SettingRow
              key={one.source}
              name={one.source}
              note={
                <>
                  {one.reason} {t('pictures.usedBy', { products: list(one.products) })}
                </>
              }
            />
          ))}
        </SettingList>
      ) : null}
      <div className={classes.buttons}>
        {hasNextPage ? (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('import.more')}
          </Button>
        ) : null}
        <FileButton
          resetRef={reset}
          multiple
          accept="image/jpeg,image/png,image/webp"
          onChange={(files) => void send(files)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={isBusy}>
              {t('pictures.upload')}
            </Button>
          )}
        </FileButton>
        {failed.some(({ source }) => /^https?:/.test(source)) ? (
          <Button
            variant="default"
            onClick={() =>
              void api('POST /operator/catalog/pictures/retry', { body: {} }).then(() =>
                client.invalidateQueries({ queryKey: ['warehouse'] }),
              )
            }
          >
            {t('pictures.retry')}
          </Button>
        ) : null}
      </div>
    </SettingCard>
  );
}
