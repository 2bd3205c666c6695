import { Button, PasswordInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { api } from '../../lib/api.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { isBadLink } from './bad-link.ts';
import { revealLabels } from './reveal-labels.ts';
import { useEntry } from './use-entry.ts';

/** Opens an operator's account by the link that the start printed: with a password, and straight in. */
export default function ClaimPage() {
  const { t } = useTranslation('auth');
  const { id, code } = useSearch({ from: '/claim-operator' });
  const [bad, setBad] = useState(!id || !code);
  const entry = useEntry({ send: ({ password = '' }) => claim(password) });

  async function claim(password: string) {
    try {
      return await api('POST /auth/operator/claim', {
        body: { id: String(id), code: String(code), password },
        quiet: true,
      });
    } catch (error) {
      if (isBadLink(error)) setBad(true);
      throw error;
    }
  }

  if (bad)
    return (
      <AuthPage title={t('reset.bad')} text={t('claim.badText')}>
        <LinkButton to="/login" size="md" fullWidth>
          {t('toSignIn')}
        </LinkButton>
      </AuthPage>
    );
  return (
    <AuthPage title={t('claim.title')} text={t('claim.text')}>
      <form noValidate className={classes.form} onSubmit={entry.submit}>
        <PasswordInput
          name="password"
          label={t('reset.new')}
          description={t('passwordHint')}
          autoComplete="new-password"
          size="md"
          error={entry.error('password')}
          {...revealLabels(t('show'))}
        />
        <Failure text={entry.failure} />
        <Button type="submit" size="md" fullWidth loading={entry.busy}>
          {t('claim.action')}
        </Button>
      </form>
    </AuthPage>
  );
}
