import { DatabaseBackup } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import classes from './verify-banner.module.css';

/** For operators: there is no recent backup that works. */
export function BackupBanner({ problem }: { problem: 'failed' | 'late' | 'wal' }) {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.banner} role="status">
      <DatabaseBackup size={16} aria-hidden />
      <span className={classes.text}>{t(`backup.${problem}`)}</span>
      <LinkButton to="/app/backups" variant="subtle" size="compact-sm">
        {t('backup.review')}
      </LinkButton>
    </div>
  );
}
