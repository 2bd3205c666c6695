import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from './full-page.module.css';

/** When a screen breaks: says so, keeps the rest of the app alive, and shows what an engineer needs. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation('errors');
  return (
    <div className={classes.page} role="alert">
      <h1 className={classes.title}>{t('crash.title')}</h1>
      <p className={classes.text}>{t('crash.text')}</p>
      <button type="button" className={classes.button} onClick={() => location.reload()}>
        {t('crash.action')}
      </button>
      <pre className={classes.details}>
        {error instanceof Error ? `${error.name}: ${error.message}` : String(error)}
      </pre>
    </div>
  );
}
