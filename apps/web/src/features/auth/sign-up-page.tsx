import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { api } from '../../lib/api.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { revealLabels } from './reveal-labels.ts';
import { SocialButtons } from './social-buttons.tsx';
import { useEntry } from './use-entry.ts';

export default function SignUpPage() {
  const { t } = useTranslation('auth');
  const { from } = useSearch({ from: '/signup' });
  const entry = useEntry({
    home: '/app/ob-welcome',
    // As at the sign-in: what is wrong stands beside the fields.
    send: ({ first_name = '', last_name = '', email = '', password = '' }) =>
      api('POST /auth/register', {
        body: { first_name, last_name, email, password, ...(from === 'marketplace' ? { from } : {}) },
        quiet: true,
      }),
  });
  const field = (name: string) =>
    ({ name, size: 'md', required: true, withAsterisk: false, error: entry.error(name) }) as const;
  return (
    <AuthPage
      title={t('signUp.title')}
      text={
        <>
          {t('signUp.known')} <Link to="/login">{t('signUp.toSignIn')}</Link>
        </>
      }
    >
      <form noValidate className={classes.form} onSubmit={entry.submit}>
        <div className={classes.pair}>
          <TextInput {...field('first_name')} label={t('firstName')} autoComplete="given-name" />
          <TextInput {...field('last_name')} label={t('lastName')} autoComplete="family-name" />
        </div>
        <TextInput
          {...field('email')}
          type="email"
          inputMode="email"
          spellCheck={false}
          label={t('email')}
          autoComplete="username"
        />
        <PasswordInput
          {...field('password')}
          label={t('password')}
          description={t('passwordHint')}
          autoComplete="new-password"
          {...revealLabels(t('show'))}
        />
        <Failure text={entry.failure} />
        <Button type="submit" size="md" fullWidth loading={entry.busy}>
          {t('signUp.action')}
        </Button>
      </form>
      <SocialButtons />
    </AuthPage>
  );
}
