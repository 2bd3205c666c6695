import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingList, SettingRow } from '../../../kit/setting-card.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { IMPORT_TONES } from './import-card.tsx';

/** Previously imported files with their outcome. */
export function RecentImports({ shown, onShow }: { shown: string | undefined; onShow(id: string): void }) {
  const { t } = useTranslation('warehouse');
  const { dateTime, number } = useFormats();
  const { data } = useQuery({
    queryKey: queryKeys.list('warehouse', { of: 'imports' }),
    queryFn: ({ signal }) => api('GET /operator/catalog/imports', { signal }),
  });
  const imports = (data?.items ?? []).filter((one) => one.import_id !== shown);
  if (imports.length === 0) return null;
  return (
    <SettingCard title={t('import.recent')}>
      <SettingList>
        {imports.map((one) => (
          <SettingRow
            key={one.import_id}
            name={one.file_name}
            note={
              <>
                {dateTime(one.created_at)} · {t('import.fate.new')} {number(one.counts.new)} ·{' '}
                {t('import.fate.changed')} {number(one.counts.changed)} · {t('import.fate.refused')}{' '}
                {number(one.counts.refused)}
              </>
            }
          >
            <StatusBadge tone={IMPORT_TONES[one.state]} label={t(`import.state.${one.state}`)} />
            <Button
              size="xs"
              variant="default"
              aria-label={`${t('import.open')} ${one.file_name}`}
              onClick={() => onShow(one.import_id)}
            >
              {t('import.open')}
            </Button>
          </SettingRow>
        ))}
      </SettingList>
    </SettingCard>
  );
}
