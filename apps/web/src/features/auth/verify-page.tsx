import { Loader } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { ApiError, api, errorText } from '../../lib/api.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';

/** The reader of the mailbox may not be the person who signed up: sign in to that account, or take it over. */
function SignInFirst({ id, code, text }: { id: string; code: string; text: string }) {
  const { t } = useTranslation('auth');
  const next = `/auth/email-verification?${new URLSearchParams({ id, code })}`;
  return (
    <AuthPage title={t('verify.signIn')} text={text}>
      <LinkButton to="/login" search={{ next }} size="md" fullWidth>
        {t('signIn.action')}
      </LinkButton>
      <p className={classes.below}>{t('verify.notYours')}</p>
      <LinkButton to="/reset-password" search={{ id, code }} variant="default" size="md" mt="sm" fullWidth>
        {t('verify.choose')}
      </LinkButton>
    </AuthPage>
  );
}

/** Where the link of the verification mail leads: proves the e-mail in the session of its account, and says so. */
export default function VerifyPage() {
  const { t } = useTranslation('auth');
  const { id, code } = useSearch({ from: '/auth/email-verification' });
  const [email, setEmail] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [signInFirst, setSignInFirst] = useState<string>();
  useEffect(() => {
    if (!id || !code) return;
    const stop = new AbortController();
    api('GET /auth/verify-email/{id}/{code}', { params: { id, code }, signal: stop.signal }).then(
      (answer) => setEmail(answer.email),
      (error) => {
        if (stop.signal.aborted) return;
        if (error instanceof ApiError && error.code === 'VERIFY_SIGN_IN_FIRST') {
          setSignInFirst(error.message);
          return;
        }
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
        <LinkButton to="/app" size="md" fullWidth>
          {t('verify.on')}
        </LinkButton>
      </AuthPage>
    );
  if (id && code && signInFirst) return <SignInFirst id={id} code={code} text={signInFirst} />;
  if (failure || !id || !code)
    return (
      <AuthPage title={t('reset.bad')} text={failure ?? t('reset.badText')}>
        <LinkButton to="/signup/email-resend" size="md" fullWidth>
          {t('reset.another')}
        </LinkButton>
      </AuthPage>
    );
  return (
    <AuthPage title={t('verify.waiting')} text={<Loader size="sm" />}>
      {null}
    </AuthPage>
  );
}
