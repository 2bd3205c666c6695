import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { session } from '../lib/session.ts';
import classes from './full-page.module.css';

/** For addresses that lead nowhere, outside the app. */
export function NotFoundPage() {
  return (
    <main>
      <NotFound />
    </main>
  );
}

/** The same inside the shell, which is already the page's main part. */
export function NotFound() {
  const { t } = useTranslation('errors');
  const signedIn = session().read('token') !== undefined;
  return (
    <div className={classes.page}>
      <Buoy />
      <h1 className={classes.title}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Link to={signedIn ? '/app' : '/login'} className={classes.button}>
        {signedIn ? t('notFound.action') : t('notFound.actionSignIn')}
      </Link>
    </div>
  );
}

/** A buoy adrift. */
function Buoy() {
  return (
    <svg viewBox="0 0 120 80" width="120" height="80" aria-hidden="true" className={classes.picture}>
      <g className={classes.float}>
        <path d="M60 12v14" stroke="var(--ink-3)" strokeWidth="2" strokeLinecap="round" />
        <circle cx="60" cy="10" r="4" fill="var(--broken)" />
        <path
          d="M52 26h16l5 28H47Z"
          fill="var(--surface)"
          stroke="var(--ink-3)"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <path d="M49.6 40h20.8l1.4 8H48.2Z" fill="var(--broken)" opacity="0.85" />
      </g>
      <path
        d="M6 58c6 5 12 5 18 0s12-5 18 0 12 5 18 0 12-5 18 0 12 5 18 0 12-5 18 0M22 68c5 4 10 4 15 0s10-4 15 0 10 4 15 0 10-4 15 0"
        fill="none"
        stroke="var(--sea)"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
