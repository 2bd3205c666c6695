import { Button, TextInput } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { Failure } from './failure.tsx';

/** Asks for a link to choose a new password. What is said next is the same whether or not there is such an account. */
export default function ForgotPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const form = useForm(async ({ email = '' }) => {
    await api('POST /auth/forgot-password', { body: { email }, quiet: true });
    await navigate({ to: '/forgot-password/email-resend' as '/app', search: { email } as never });
  });
  return (
    <AuthPage title={t('forgot.title')} text={t('forgot.text')}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          inputMode="email"
          spellCheck={false}
          size="md"
          error={form.error('email')}
        />
        <Failure text={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {t('forgot.action')}
        </Button>
      </form>
      <p className={classes.below}>
        <Link to="/login">{t('toSignIn')}</Link>
      </p>
    </AuthPage>
  );
}
