import { Button, Loader } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api, errorText } from '../../lib/api.ts';
import { AuthPage } from './auth-page.tsx';

/** Where the link of the verification mail leads: proves the e-mail and says so. */
export default function VerifyPage() {
  const { t } = useTranslation('auth');
  const { id, code } = useSearch({ strict: false }) as { id?: string; code?: string };
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (!id || !code) return;
    const stop = new AbortController();
    api('GET /auth/verify-email/{id}/{code}', { params: { id, code }, signal: stop.signal }).then(
      (answer) => setEmail(answer.email),
      (error) => {
        if (stop.signal.aborted) return;
        // A link that lost a part of itself on the way is no field to fill in.
        const broken = error instanceof ApiError && (error.errors.id || error.errors.code);
        setFailure(broken ? t('reset.badText') : errorText(error));
      },
    );
    return () => stop.abort();
  }, [id, code, t]);
  if (email)
    return (
      <AuthPage title={t('verify.done')} text={t('verify.doneText', { email })}>
        <Button component={Link} to="/app" size="md" fullWidth>
          {t('verify.on')}
        </Button>
      </AuthPage>
    );
  if (failure || !id || !code)
    return (
      <AuthPage title={t('reset.bad')} text={failure ?? t('reset.badText')}>
        <Button component={Link} to={'/signup/email-resend' as '/login'} size="md" fullWidth>
          {t('reset.another')}
        </Button>
      </AuthPage>
    );
  return (
    <AuthPage title={t('verify.waiting')} text={<Loader size="sm" />}>
      {null}
    </AuthPage>
  );
}
