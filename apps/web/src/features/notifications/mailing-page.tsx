import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { settingForm } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { AuthPage } from '../auth/index.ts';

type Mailing = CallData<'POST /notifications/mailing'>;

/** The unsubscribe page; works without a sign-in. */
export default function MailingPage() {
  const { t } = useTranslation('notifications');
  const { token } = useParams({ from: '/unsubscribe/$token' });
  const [mailing, setMailing] = useState<Mailing>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    api('GET /notifications/mailing/{token}', { params: { token }, signal: stop.signal }).then(setMailing, (error) => {
      if (!stop.signal.aborted) setFailure(errorText(error));
    });
    return () => stop.abort();
  }, [token]);

  async function change(mails: boolean): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setMailing(await api('POST /notifications/mailing', { body: { token, mails }, quiet: true }));
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  if (!mailing)
    return (
      <AuthPage title={failure ? t('mailing.bad') : t('mailing.stop')} text={failure ?? null}>
        {failure ? <ToSettings /> : <SkeletonBox width="100%" height={120} />}
      </AuthPage>
    );
  const { email, mails, workspace } = mailing;
  return (
    <AuthPage
      title={t('mailing.title', { workspace })}
      text={<span role="status">{t(mails ? 'mailing.on' : 'mailing.off', { email })}</span>}
    >
      <div className={settingForm()}>
        <Failure text={failure} />
        <Button
          size="md"
          fullWidth
          variant={mails ? 'filled' : 'default'}
          loading={busy}
          onClick={() => void change(!mails)}
        >
          {t(mails ? 'mailing.stop' : 'mailing.again')}
        </Button>
        <ToSettings />
      </div>
    </AuthPage>
  );
}

/** What is mailed is chosen kind by kind in the settings, which want a sign-in. */
function ToSettings() {
  const { t } = useTranslation('notifications');
  const settings = '/app/setting/notification';
  const look = { size: 'md', fullWidth: true, variant: 'subtle', children: t('mailing.choose') };
  return session().read('token') ? (
    <LinkButton to={settings} {...look} />
  ) : (
    <LinkButton to="/login" search={{ next: settings }} {...look} />
  );
}
