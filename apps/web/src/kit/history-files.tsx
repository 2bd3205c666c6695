import type { AccountHistoryKind, HistoryKind } from '@quayside/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import { SettingList, SettingNote, SettingRow } from './setting-card.tsx';

type Kind = HistoryKind | AccountHistoryKind;

interface HistoryFile {
  id: string;
  kind: Kind;
  /** Its first day. */
  month: string;
  entries: number;
  bytes: number;
}

const monthText = (month: string, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(month));

const sizeText = (bytes: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
    Math.max(1, Math.round(bytes / 1024)),
  );

/** How long each kind of history stays in the database. */
export function HistoryLimits({ keep }: { keep: Partial<Record<Kind, number>> }) {
  const { t } = useTranslation('history');
  return (
    <SettingNote>
      {(Object.entries(keep) as [Kind, number][])
        .map(([kind, count]) => `${t(`kind.${kind}`)}: ${count === 0 ? t('keepAll') : t('keep', { count })}`)
        .join(' · ')}
    </SettingNote>
  );
}

/** Files of old history, each with its download. */
export function HistoryFiles<File extends HistoryFile>({
  files,
  download,
}: {
  files: readonly File[];
  download(file: File, name: string): ReactNode;
}) {
  const { t } = useTranslation('history');
  const { language } = useFormats();
  if (files.length === 0) return <SettingNote>{t('none')}</SettingNote>;
  return (
    <SettingList>
      {files.map((file) => {
        const name = `${t(`kind.${file.kind}`)} · ${monthText(file.month, language)}`;
        return (
          <SettingRow
            key={file.id}
            name={name}
            note={`${t('entries', { count: file.entries })} · ${sizeText(file.bytes, language)}`}
          >
            {download(file, name)}
          </SettingRow>
        );
      })}
    </SettingList>
  );
}
