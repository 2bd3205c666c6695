import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../../../kit/pop.tsx';
import classes from '../changed-mark.module.css';

interface Props {
  field: string;
  /** What all stores have. */
  common: ReactNode;
  onReset(): void;
}

/** Marks a value that only this store has, shows that of all stores, and goes back to it. */
export function OwnMark({ field, common, onReset }: Props) {
  const { t } = useTranslation(['storeValues', 'products']);
  return (
    <Pop
      label={t('commonOf', { field })}
      width={320}
      trigger={(props) => (
        <button
          type="button"
          className={classes.mark}
          aria-label={`${t('own')}: ${t('ownField', { field })}`}
          {...props}
        >
          {t('own')}
        </button>
      )}
    >
      {(close) => (
        <div className={classes.panel}>
          <div className={classes.head}>{t('common')}</div>
          <div className={classes.original}>
            {common || <span className={classes.nothing}>{t('products:editor.nothing')}</span>}
          </div>
          <Button
            size="xs"
            variant="default"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={() => {
              onReset();
              close();
            }}
          >
            {t('reset')}
          </Button>
        </div>
      )}
    </Pop>
  );
}
