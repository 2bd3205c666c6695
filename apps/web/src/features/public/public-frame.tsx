import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguagePicker } from '../../kit/language-picker.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { Logo } from '../../kit/logo.tsx';
import { ThemeSwitch } from '../../kit/theme-switch.tsx';
import { session } from '../../lib/session.ts';
import classes from './public-frame.module.css';

/** The frame of screens that anybody may see: the way in above, the content below. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('public');
  const signedIn = session().read('token') !== undefined;
  useEffect(() => {
    document.title = `${title} · Quayside`;
  }, [title]);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Link to="/" className={classes.brand} aria-label="Quayside">
          <Logo />
        </Link>
        <nav className={classes.nav} aria-label={t('nav.label')}>
          <Link to="/store-dropshipping">{t('nav.products')}</Link>
          <Link to="/public/pricing">{t('nav.pricing')}</Link>
          <Link to="/help" className={classes.wide}>
            {t('nav.help')}
          </Link>
          {signedIn ? <Link to="/app">{t('nav.app')}</Link> : <Link to="/login">{t('nav.signIn')}</Link>}
        </nav>
        <div className={classes.tools}>
          <LanguagePicker />
          <ThemeSwitch />
          {signedIn ? null : (
            <LinkButton to="/signup" size="sm" className={classes.signUp}>
              {t('nav.signUp')}
            </LinkButton>
          )}
        </div>
      </header>
      <main className={classes.main}>{children}</main>
    </div>
  );
}
