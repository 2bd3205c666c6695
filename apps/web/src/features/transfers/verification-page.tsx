import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { SettingButtons, SettingNote, settingForm } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';
import { AuthPage } from '../auth/index.ts';

type Asked = CallData<'GET /auth/store-migrate/{id}/{code}'>;
const PATH = '/auth/store-migrate-verification';

/** Where the link of the mail leads: the owner of a store lets it go, or keeps it. Signed in, since the link alone proves too little. */
export default function VerificationPage() {
  const { t } = useTranslation('migrate');
  const { code = '', id = '' } = useSearch({ from: PATH });
  const [asked, setAsked] = useState<Asked>();
  const [failure, setFailure] = useState<string>();
  const [decided, setDecided] = useState<'agreed' | 'kept'>();
  const isSignedIn = session().read('token') !== undefined;
  useEffect(() => {
    if (!isSignedIn) return;
    const stop = new AbortController();
    api('GET /auth/store-migrate/{id}/{code}', { params: { id, code }, signal: stop.signal }).then(
      setAsked,
      (error) => {
        if (!stop.signal.aborted) setFailure(errorText(error));
      },
    );
    return () => stop.abort();
  }, [id, code, isSignedIn]);

  if (!isSignedIn) {
    const next = `${PATH}?${new URLSearchParams({ id, code })}`;
    return (
      <AuthPage title={t('verify.title')} text={t('verify.first')}>
        <LinkButton to="/login" search={{ next }} size="md" fullWidth>
          {t('verify.signIn')}
        </LinkButton>
      </AuthPage>
    );
  }
  if (decided)
    return (
      <AuthPage title={t(`verify.${decided}`)} text={t(`verify.${decided}Text`)}>
        <ToChannels />
      </AuthPage>
    );
  if (failure && !asked)
    return (
      <AuthPage title={t('verify.bad')} text={failure}>
        <ToChannels />
      </AuthPage>
    );
  return (
    <AuthPage
      title={t('verify.title')}
      text={asked ? t('verify.text', { ...asked, who: asked.asked_by, email: asked.asked_by_email }) : null}
    >
      {asked ? (
        <Decision id={id} code={code} asked={asked} onDone={setDecided} />
      ) : (
        <SkeletonBox width="100%" height={120} />
      )}
    </AuthPage>
  );
}

function ToChannels() {
  const { t } = useTranslation('migrate');
  return (
    <LinkButton to="/app/channel" size="md" fullWidth>
      {t('toChannels')}
    </LinkButton>
  );
}

interface DecisionProps {
  id: string;
  code: string;
  asked: Asked;
  onDone(outcome: 'agreed' | 'kept'): void;
}

function Decision({ asked, code, id, onDone }: DecisionProps) {
  const { t } = useTranslation('migrate');
  const [busy, setBusy] = useState<'agreed' | 'kept'>();
  const [failure, setFailure] = useState<string>();
  async function decide(outcome: 'agreed' | 'kept'): Promise<void> {
    setBusy(outcome);
    setFailure(undefined);
    try {
      await api('POST /auth/store-migrate/verify', { body: { id, code, agree: outcome === 'agreed' }, quiet: true });
      onDone(outcome);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(undefined);
    }
  }
  return (
    <div className={settingForm()}>
      <SettingNote>{t('verify.stays')}</SettingNote>
      {asked.open_orders > 0 ? <SettingNote>{t('verify.open', { count: asked.open_orders })}</SettingNote> : null}
      <Failure text={failure} />
      <SettingButtons>
        <Button loading={busy === 'agreed'} disabled={asked.open_orders > 0} onClick={() => void decide('agreed')}>
          {t('verify.agree')}
        </Button>
        <Button variant="default" loading={busy === 'kept'} onClick={() => void decide('kept')}>
          {t('verify.keep')}
        </Button>
      </SettingButtons>
    </div>
  );
}
