import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { Failure } from '../../kit/failure.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ApiError, api, type CallData, errorText } from '../../lib/api.ts';
import { CONFIRMED_CHANNEL, identityPrompt } from '../../lib/confirm-identity.ts';
import { session } from '../../lib/session.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { CodeField } from './code-field.tsx';
import { confirmAtProvider } from './confirm-at-provider.ts';
import { PasswordField } from './password-field.tsx';

type State = CallData<'GET /auth/confirmation'>;

/** Has the person prove who they are before a call that creates lasting access. Import it lazily. */
export default function IdentityDialog() {
  const { t } = useTranslation(['confirm', 'account']);
  const [state, setState] = useState<State>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const abort = new AbortController();
    api('GET /auth/confirmation', { signal: abort.signal }).then(
      (now) => {
        // Another tab of the same session was faster.
        if (now.confirmed_until) identityPrompt.close(true);
        else setState(now);
      },
      (error) => {
        if (!abort.signal.aborted) setFailure(errorText(error));
      },
    );
    const channel = new BroadcastChannel(CONFIRMED_CHANNEL);
    channel.onmessage = () => identityPrompt.close(true);
    return () => {
      abort.abort();
      channel.close();
    };
  }, []);

  const form = useForm(async ({ password, code, mail_code }) => {
    try {
      await api('POST /auth/confirmation', {
        body: {
          ...(password === undefined ? {} : { password }),
          ...(mail_code === undefined ? {} : { mail_code }),
          ...(code ? { code } : {}),
        },
        quiet: true,
      });
    } catch (error) {
      // Two-factor authentication was switched on meanwhile.
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_CODE_NEEDED' && state)
        setState({ ...state, two_factor: true });
      throw error;
    }
    identityPrompt.close(true);
  });

  async function run(step: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    await step().catch((error: unknown) => setFailure(errorText(error)));
    setBusy(false);
  }
  const mailCode = () =>
    run(async () => {
      await api('POST /auth/confirmation/mail', { quiet: true });
      setSent(true);
    });
  const confirmAt = (social: State['socials'][number]) =>
    run(async () => {
      if (!(await confirmAtProvider(social))) setFailure(t('blocked'));
    });

  // Providers refuse to be shown inside a frame or a web view.
  const socials = session().mode === 'standalone' ? (state?.socials ?? []) : [];
  const asksCode = state?.password || sent;
  return (
    <Dialog open onClose={() => identityPrompt.close(false)} title={t('title')} busy={form.busy}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <div className={classes.quiet}>{t('text')}</div>
        {!state && !failure ? <SkeletonBox width="100%" height={64} /> : null}
        {state?.password ? (
          <PasswordField name="password" label={t('account:password.own')} autoFocus error={form.error('password')} />
        ) : null}
        {state?.is_demo ? <DemoPassword /> : null}
        {state?.mail && !sent ? <div className={classes.quiet}>{t('mailText', { email: state.mail })}</div> : null}
        {sent ? (
          <TextInput
            name="mail_code"
            label={t('mailCode')}
            description={t('mailHint', { email: state?.mail ?? '' })}
            autoComplete="one-time-code"
            inputMode="numeric"
            dir="ltr"
            autoFocus
            error={form.error('mail_code')}
          />
        ) : null}
        {state?.two_factor && asksCode ? <CodeField error={form.error('code')} /> : null}
        <Failure text={failure ?? form.failure} />
        {!sent
          ? socials.map((social) => (
              <Button key={social} variant="default" loading={busy} onClick={() => void confirmAt(social)}>
                {t(`with.${social}`)}
              </Button>
            ))
          : null}
        <div className={classes.buttons}>
          <Button variant="subtle" disabled={form.busy} onClick={() => identityPrompt.close(false)}>
            {t('account:cancel')}
          </Button>
          {state?.mail && !sent ? (
            <Button loading={busy} onClick={() => void mailCode()}>
              {t('sendMail')}
            </Button>
          ) : null}
          {asksCode ? (
            <Button type="submit" loading={form.busy}>
              {t('verb')}
            </Button>
          ) : null}
        </div>
      </form>
    </Dialog>
  );
}

/** The demo account is shared, so its password is no secret. */
function DemoPassword() {
  const { t } = useTranslation('confirm');
  const [password, setPassword] = useState<string>();
  useEffect(() => {
    api('GET /meta').then(
      ({ demo }) => setPassword(demo?.password),
      () => undefined,
    );
  }, []);
  return password ? <div className={classes.quiet}>{t('demo', { password })}</div> : null;
}
