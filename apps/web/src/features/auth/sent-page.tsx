import { Button } from '@mantine/core';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { api, errorText } from '../../lib/api.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { useMeta } from './use-meta.ts';

/** A mail is on its way, or would be: it can be sent again. */
function SentPage({ text, send, children }: { text: string; send(): Promise<unknown>; children: ReactNode }) {
  const { t } = useTranslation('auth');
  const meta = useMeta();
  const [busy, setBusy] = useState(false);
  const [again, setAgain] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function sendAgain(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    setAgain(false);
    try {
      await send();
      setAgain(true);
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthPage title={t('sent.title')} text={text}>
      <div className={classes.form}>
        {meta && !meta.sends_mail ? <p className={classes.aside}>{t('sent.outbox')}</p> : null}
        <Failure text={failure} />
        {again ? (
          <p className={classes.aside} role="status">
            {t('sent.done')}
          </p>
        ) : null}
        <Button variant="default" size="md" fullWidth loading={busy} onClick={() => void sendAgain()}>
          {t('sent.again')}
        </Button>
      </div>
      <p className={classes.below}>{children}</p>
    </AuthPage>
  );
}

/** The link to a new password was asked for. */
export function ResetSentPage() {
  const { t } = useTranslation('auth');
  const { email } = useSearch({ from: '/forgot-password/email-resend' });
  // Opened without having asked: here is where to ask.
  if (!email) return <Navigate to="/forgot-password" replace />;
  return (
    <SentPage
      text={t('sent.reset', { email })}
      send={() => api('POST /auth/forgot-password', { body: { email }, quiet: true })}
    >
      <Link to="/login">{t('toSignIn')}</Link>
    </SentPage>
  );
}

/** The link that confirms an e-mail was asked for. */
export function VerifySentPage() {
  const { t } = useTranslation('auth');
  const { email } = useSearch({ from: '/signup/confirm' });
  if (!email) return <Navigate to="/signup/email-resend" replace />;
  return (
    <SentPage
      text={t('sent.verify', { email })}
      send={() => api('POST /auth/send-verification-email', { body: { email }, quiet: true })}
    >
      <Link to="/app">{t('verify.on')}</Link>
    </SentPage>
  );
}
