import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './details.module.css';

/** Facts for whoever runs the installation, closed until somebody asks for them. */
export function Details({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <details className={classes.details}>
      <summary>{t('detail')}</summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
