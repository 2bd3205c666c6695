import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { HistoryFiles, HistoryLimits } from '../../kit/history-files.tsx';
import { SettingCard } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';

/** Shorter than a link to a file is valid. */
const FRESH_MS = 5 * 60_000;

/** Months that were moved to files, each with its download. */
export function HistoryCard() {
  const { t } = useTranslation('history');
  const files = useInfiniteQuery({
    queryKey: queryKeys.part('history', 'files'),
    queryFn: ({ pageParam, signal }) =>
      api('GET /history/files', { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: FRESH_MS,
  });
  const [first] = files.data?.pages ?? [];
  return (
    <SettingCard id="history" title={t('title')} note={t('note')}>
      {files.isPending ? <SkeletonBox width="100%" height={72} /> : null}
      {files.error && !first ? <ErrorState error={files.error} onRetry={() => void files.refetch()} small /> : null}
      {first ? (
        <>
          <HistoryLimits keep={first.keep} />
          <HistoryFiles
            files={(files.data?.pages ?? []).flatMap((page) =>
              page.items.map((item) => ({ ...item, bytes: item.file.bytes })),
            )}
            download={({ file }, name) => (
              <Button
                component="a"
                href={file.url}
                download={file.name}
                variant="default"
                size="xs"
                leftSection={<Download size={14} aria-hidden />}
                aria-label={t('downloadName', { name })}
              >
                {t('download')}
              </Button>
            )}
          />
        </>
      ) : null}
      {files.hasNextPage ? (
        <div>
          <Button
            variant="default"
            size="sm"
            loading={files.isFetchingNextPage}
            onClick={() => void files.fetchNextPage()}
          >
            {t('more')}
          </Button>
        </div>
      ) : null}
    </SettingCard>
  );
}
