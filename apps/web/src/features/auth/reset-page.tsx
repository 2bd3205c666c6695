import { Button, Checkbox, PasswordInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { api } from '../../lib/api.ts';
import { endSession } from '../../lib/end-session.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { isBadLink } from './bad-link.ts';
import { revealLabels } from './reveal-labels.ts';

/** Chooses a new password by the link of a mail. */
export default function ResetPage() {
  const { t } = useTranslation('auth');
  const { id, code } = useSearch({ from: '/reset-password' });
  const [outcome, setOutcome] = useState<'done' | 'bad'>();
  const form = useForm(async ({ password = '', end_tokens }) => {
    try {
      await api('POST /auth/reset-password', {
        body: { id: String(id), code: String(code), password, end_tokens: end_tokens !== undefined },
        quiet: true,
      });
      // Every session has ended, this browser's too.
      void endSession();
      setOutcome('done');
    } catch (error) {
      if (!isBadLink(error)) throw error;
      setOutcome('bad');
    }
  });
  if (outcome === 'done')
    return (
      <AuthPage title={t('reset.done')} text={t('reset.doneText')}>
        <LinkButton to="/login" size="md" fullWidth>
          {t('signIn.action')}
        </LinkButton>
      </AuthPage>
    );
  if (outcome === 'bad' || !id || !code)
    return (
      <AuthPage title={t('reset.bad')} text={t('reset.badText')}>
        <LinkButton to="/forgot-password" size="md" fullWidth>
          {t('reset.another')}
        </LinkButton>
      </AuthPage>
    );
  return (
    <AuthPage title={t('reset.title')} text={t('reset.text')}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <PasswordInput
          name="password"
          label={t('reset.new')}
          description={t('passwordHint')}
          autoComplete="new-password"
          size="md"
          error={form.error('password')}
          {...revealLabels(t('show'))}
        />
        <Checkbox name="end_tokens" label={t('reset.endTokens')} defaultChecked />
        <Failure text={form.failure} />
        <Button type="submit" size="md" fullWidth loading={form.busy}>
          {t('reset.action')}
        </Button>
      </form>
    </AuthPage>
  );
}
