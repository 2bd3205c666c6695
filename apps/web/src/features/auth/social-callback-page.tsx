import { Button, Loader, PasswordInput, TextInput } from '@mantine/core';
import { Link, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { CONFIRMED_CHANNEL } from '../../lib/confirm-identity.ts';
import { readBinding } from '../../lib/outside/social-binding.ts';
import { toast } from '../../lib/toasts.ts';
import classes from './auth-page.module.css';
import { AuthPage } from './auth-page.tsx';
import { nextPath } from './next-path.ts';
import { revealLabels } from './reveal-labels.ts';
import { useEntry } from './use-entry.ts';

type Proof = Extract<CallData<'GET /auth/callback/{social}'>, { state: 'prove' }>;

/** Where Google and Facebook send a person back to: signs in, or asks for proof first. */
export default function SocialCallbackPage() {
  const { social } = useParams({ from: '/auth/$social/callback' });
  return social === 'google' || social === 'facebook' ? <SocialCallback social={social} /> : <NotFoundPage />;
}

function SocialCallback({ social }: { social: 'google' | 'facebook' }) {
  const { t } = useTranslation('auth');
  const { state, code, error } = useSearch({ from: '/auth/$social/callback' });
  const kept = useRef(readBinding());
  const entry = useEntry({ wish: kept.current?.next });
  const router = useRouter();
  const [proof, setProof] = useState<Proof>();
  const [failure, setFailure] = useState<string>();
  const [confirmed, setConfirmed] = useState(false);
  // What came back works once: it is sent once, however often the page is drawn.
  const sent = useRef(false);

  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    api('GET /auth/callback/{social}', {
      params: { social },
      query: {
        state: state ?? '-',
        binding: kept.current?.binding ?? '-'.repeat(32),
        ...(code ? { code } : {}),
        ...(error ? { error } : {}),
      },
    }).then(
      (answer) => {
        if (answer.state === 'prove') setProof(answer);
        else if (answer.state === 'confirmed') {
          setConfirmed(true);
          new BroadcastChannel(CONFIRMED_CHANNEL).postMessage('done');
          // Opened as a window of its own by the dialog that waits.
          window.close();
        } else if (answer.state === 'linked') {
          toast('success', t('social.linked', { name: t(`social.name.${answer.social}`) }));
          void router.navigate({ href: nextPath(kept.current?.next), replace: true });
        } else void entry.enter(() => Promise.resolve(answer));
      },
      (reason) => setFailure(errorText(reason)),
    );
  }, [social, state, code, error, entry, router, t]);

  if (failure)
    return (
      <AuthPage title={t('social.failed')} text={failure}>
        <LinkButton to="/login" size="md" fullWidth>
          {t('toSignIn')}
        </LinkButton>
      </AuthPage>
    );
  if (confirmed) return <AuthPage title={t('social.confirmed')} text={t('social.confirmedText')} />;
  if (!proof)
    return (
      <AuthPage title={t('social.waiting')} text={<Loader size="sm" />}>
        <Failure text={entry.failure} />
      </AuthPage>
    );
  return <Prove proof={proof} next={kept.current?.next} />;
}

/** There is an account for the e-mail already: the person shows that it is theirs. */
function Prove({ proof, next }: { proof: Proof; next: string | undefined }) {
  const { t } = useTranslation('auth');
  const { id, code: link_code, email, needs } = proof;
  const entry = useEntry({
    wish: next,
    send: ({ password, code }) =>
      api('POST /auth/social/prove', {
        body: { id, link_code, ...(password ? { password } : {}), ...(code ? { code } : {}) },
        quiet: true,
      }),
  });
  return (
    <AuthPage
      title={t('social.proveTitle')}
      text={t(needs === 'password' ? 'social.provePassword' : 'social.proveCode', { email })}
    >
      <form noValidate className={classes.form} onSubmit={entry.submit}>
        {needs === 'password' ? (
          <PasswordInput
            name="password"
            label={t('password')}
            autoComplete="current-password"
            size="md"
            error={entry.error('password')}
            {...revealLabels(t('show'))}
          />
        ) : null}
        {needs === 'code' || entry.asksCode ? (
          <TextInput
            name="code"
            label={t('code.label')}
            description={t('code.hint')}
            autoComplete="one-time-code"
            dir="ltr"
            size="md"
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
    </AuthPage>
  );
}
