import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './bulk-bar.module.css';

interface Props {
  count: number;
  /** Number of matching rows, if all of them can be selected. */
  total: number | undefined;
  /** `total` is a lower bound. */
  capped?: boolean;
  loaded: number;
  all: boolean;
  onAll(): void;
  onClear(): void;
  children: ReactNode;
}

/** Actions for the selected rows, in place of the table's head. */
export function BulkBar({ count, total, capped, loaded, all, onAll, onClear, children }: Props) {
  const { t } = useTranslation('common');
  const more = !all && total !== undefined && total > count && count >= loaded;
  const chosen = all && capped ? t('table.chosenEvery') : t('table.chosen', { count });
  return (
    <div className={classes.bar} role="toolbar" aria-label={chosen}>
      <span className={classes.count} aria-live="polite">
        {chosen}
      </span>
      {more ? (
        <button type="button" className={classes.link} onClick={onAll}>
          {capped ? t('table.chooseMatching') : t('table.chooseEvery', { count: total })}
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
