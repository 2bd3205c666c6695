import { Button, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { useForm } from '../../lib/use-form.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';

interface Props {
  title: string;
  text: string;
  onSend(email: string): Promise<unknown>;
}

/** Asks for an e-mail to which a link is sent. */
export function EmailPage({ title, text, onSend }: Props) {
  const { t } = useTranslation('auth');
  const form = useForm(({ email = '' }) => onSend(email));
  return (
    <AuthPage title={title} text={text}>
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
