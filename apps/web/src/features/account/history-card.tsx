import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HistoryFiles, HistoryLimits } from '../../kit/history-files.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveFile } from '../../lib/save-file.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

/** Months of the account's own history that were moved to files, each with its download. */
export function HistoryCard() {
  const { t } = useTranslation('history');
  const [busy, setBusy] = useState('');
  const files = useQuery({
    queryKey: queryKeys.part('account-events', 'history'),
    queryFn: ({ signal }) => api('GET /auth/account/history', { signal }),
  });
  async function save(id: string): Promise<void> {
    setBusy(id);
    try {
      const file = await api('GET /auth/account/history/{history_id}', { params: { history_id: id } });
      saveFile(file.file_name, file.csv);
    } catch {
      // The reason was shown.
    } finally {
      setBusy('');
    }
  }
  return (
    <Card id="history" title={t('title')}>
      <p className={classes.quiet}>{t('noteAccount')}</p>
      {files.isPending ? <SkeletonBox width="100%" height={72} /> : null}
      {files.error ? <ErrorState error={files.error} onRetry={() => void files.refetch()} small /> : null}
      {files.data ? (
        <>
          <HistoryLimits keep={files.data.keep} />
          <HistoryFiles
            files={files.data.items}
            download={(file, name) => (
              <Button
                variant="default"
                size="xs"
                leftSection={<Download size={14} aria-hidden />}
                aria-label={t('downloadName', { name })}
                loading={busy === file.id}
                onClick={() => void save(file.id)}
              >
                {t('download')}
              </Button>
            )}
          />
        </>
      ) : null}
    </Card>
  );
}
