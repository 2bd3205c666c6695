import { Button, PasswordInput, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { api } from '../../lib/api.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { OtherSignInOptions } from './other-sign-in-options.tsx';
import { revealLabels } from './reveal-labels.ts';
import { useEntry } from './use-entry.ts';

export default function SignInPage() {
  const { t } = useTranslation('auth');
  const entry = useEntry({
    // Without a toast: the screen says beside the fields what is wrong.
    send: ({ email = '', password = '', code }) =>
      api('POST /auth/login', { body: { email, password, ...(code ? { code } : {}) }, quiet: true }),
  });
  return (
    <AuthPage
      title={t('signIn.title')}
      text={
        <>
          {t('signIn.new')} <Link to="/signup">{t('signIn.toSignUp')}</Link>
        </>
      }
    >
      <form noValidate className={classes.form} onSubmit={entry.submit}>
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          size="md"
          required
          withAsterisk={false}
          error={entry.error('email')}
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          size="md"
          required
          withAsterisk={false}
          error={entry.error('password')}
          {...revealLabels(t('show'))}
        />
        {entry.asksCode ? (
          <TextInput
            name="code"
            label={t('code.label')}
            description={t('code.hint')}
            autoComplete="one-time-code"
            dir="ltr"
            size="md"
            autoFocus
            error={entry.error('code')}
          />
        ) : null}
        <Failure text={entry.failure} />
        <Button type="submit" size="md" fullWidth loading={entry.busy}>
          {t('signIn.action')}
        </Button>
      </form>
      <p className={classes.below}>
        <Link to="/forgot-password">{t('signIn.forgot')}</Link>
      </p>
      <OtherSignInOptions
        onDemo={() => void entry.enter(() => api('POST /auth/try-now', { body: {} }))}
        busy={entry.busy}
      />
    </AuthPage>
  );
}
