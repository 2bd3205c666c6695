import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { LanguagePicker } from '../../kit/language-picker.tsx';
import { Logo } from '../../kit/logo.tsx';
import { ThemeSwitch } from '../../kit/theme-switch.tsx';
import classes from './auth-page.module.css';
import { Harbour } from './harbour.tsx';

/** The frame of sign-in and sign-up: the form, and the harbour in the morning. */
export function AuthPage({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Quayside`;
  }, [title]);
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <header className={classes.top}>
          <Logo />
          <div className={classes.tools}>
            <LanguagePicker />
            <ThemeSwitch />
          </div>
        </header>
        <main className={classes.main}>
          <h1 className={classes.title}>{title}</h1>
          <p className={classes.text}>{text}</p>
          {children}
        </main>
      </div>
      <div className={classes.picture}>
        <Harbour />
      </div>
    </div>
  );
}
