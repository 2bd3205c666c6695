import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../kit/pop.tsx';
import classes from './changed-mark.module.css';

interface Props {
  /** What was changed: "Title". */
  field: string;
  /** How the supplier has it; a function is called when somebody asks. */
  original: ReactNode | (() => ReactNode);
  onRestore(): void;
  /** A dot alone, where there is no room for the word. */
  small?: boolean;
  tabIndex?: number;
}

/** Marks what differs from the supplier's original, shows the original, and puts it back. */
export function ChangedMark({ field, original, onRestore, small, tabIndex }: Props) {
  const { t } = useTranslation('products');
  return (
    <Pop
      label={t('editor.originalOf', { field })}
      width={320}
      trigger={(props) => (
        <button
          type="button"
          className={classes.mark}
          data-small={small || undefined}
          aria-label={t('editor.changedField', { field })}
          data-hint={small ? t('editor.changed') : undefined}
          tabIndex={tabIndex}
          {...props}
        >
          {small ? null : t('editor.changed')}
        </button>
      )}
    >
      {(close) => (
        <div className={classes.panel}>
          <div className={classes.head}>{t('editor.original')}</div>
          <div className={classes.original}>
            {(typeof original === 'function' ? original() : original) || (
              <span className={classes.nothing}>{t('editor.nothing')}</span>
            )}
          </div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => {
              onRestore();
              close();
            }}
          >
            {t('editor.restore')}
          </Button>
        </div>
      )}
    </Pop>
  );
}
