import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './details.module.css';

/** Hints for the operator of the installation, closed until clicked. */
export function Details({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <details className={classes.details}>
      <summary>{t('detail')}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
