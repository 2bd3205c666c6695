import { Button } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { SettingButtons, SettingNote, settingForm } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { openFresh, session } from '../../lib/session.ts';
import { saveChoice } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { AuthPage } from '../auth/index.ts';

type Shown = CallData<'GET /invitations/{link_token}'>;

/** Where the link of an invitation leads: what it is for, and the way in. */
export default function InvitationPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Invitation />
    </QueryClientProvider>
  );
}

function Invitation() {
  const { t } = useTranslation(['team', 'auth']);
  const { token } = useParams({ from: '/invitation/$token' });
  const { data, error } = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => api('GET /invitations/{link_token}', { params: { link_token: token }, signal }),
    retry: false,
  });
  const { invited_by: inviter = '', workplace_name: workspace = '' } = data ?? {};
  return (
    <AuthPage title={t('welcome.title')} text={data ? t('welcome.text', { inviter, workspace }) : null}>
      {error ? (
        <>
          <Failure text={errorText(error)} />
          <LinkButton to={session().read('token') ? '/app' : '/login'}>
            {t(session().read('token') ? 'auth:verify.on' : 'auth:toSignIn')}
          </LinkButton>
        </>
      ) : null}
      {!data && !error ? <SkeletonBox width="100%" height={160} /> : null}
      {data ? <Choice token={token} invitation={data} /> : null}
    </AuthPage>
  );
}

function Choice({ token, invitation }: { token: string; invitation: Shown }) {
  const { t } = useTranslation(['team', 'common']);
  const { dateTime } = useFormats();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const back = { next: `/invitation/${token}` };
  async function accept(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { workplace_id: workplace } = await api('POST /invitations/accept', { body: { token }, quiet: true });
      saveChoice(workplace, undefined);
      openFresh('/app');
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  }
  return (
    <div className={settingForm()}>
      <p>
        <strong>{t(`common:role.${invitation.role}`)}</strong>
        <br />
        {t(`roles.${invitation.role}`)}
      </p>
      <SettingNote>{t('link.until', { when: dateTime(invitation.expires_at), email: invitation.email })}</SettingNote>
      <Failure text={failure} />
      <SettingButtons>
        {session().read('token') ? (
          <>
            <Button loading={busy} onClick={() => void accept()}>
              {t('welcome.accept')}
            </Button>
            {failure ? (
              <LinkButton variant="subtle" to="/signout">
                {t('welcome.other')}
              </LinkButton>
            ) : null}
          </>
        ) : (
          <>
            <LinkButton to="/login" search={back}>
              {t('welcome.signIn')}
            </LinkButton>
            <LinkButton variant="default" to="/signup" search={back}>
              {t('welcome.signUp')}
            </LinkButton>
          </>
        )}
      </SettingButtons>
    </div>
  );
}
