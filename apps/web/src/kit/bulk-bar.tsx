import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-bar.module.css';

interface Props {
  count: number;
  /** Number of matching rows, if all of them can be selected. */
  total: number | undefined;
  loaded: number;
  all: boolean;
  onAll(): void;
  onClear(): void;
  children: ReactNode;
}

/** Actions for the selected rows, in place of the table's head. */
export function BulkBar({ count, total, loaded, all, onAll, onClear, children }: Props) {
  const { t } = useTranslation('common');
  const more = !all && total !== undefined && total > count && count >= loaded;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('table.chosen', { count })}>
      <span className={classes.count} aria-live="polite">
        {t('table.chosen', { count })}
      </span>
      {more ? (
        <button type="button" className={classes.link} onClick={onAll}>
          {t('table.chooseEvery', { count: total })}
        </button>
      ) : null}
      <span className={classes.actions}>{children}</span>
      <button
        type="button"
        className={classes.clear}
        aria-label={t('table.letGo')}
        data-hint={t('table.letGo')}
        onClick={onClear}
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  );
}
