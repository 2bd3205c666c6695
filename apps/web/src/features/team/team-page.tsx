import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingList, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../lib/url-state.ts';
import { InvitationRow } from './invitation-row.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MemberRow } from './member-row.tsx';
import { OwnershipTransferCard } from './ownership-transfer-card.tsx';
import { RoleTable } from './role-table.tsx';

/** `?invite=1` opens the dialog: other screens link to it. */
const DIALOG_URL = { invite: urlPart.flag() };

/** Who works in the workspace, who was invited, and what each role may do. */
export default function TeamPage() {
  const { t } = useTranslation('team');
  const [{ invite: inviting }, setDialog] = useUrlState(DIALOG_URL);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('team', 'team'),
    queryFn: ({ signal }) => api('GET /team', { signal }),
  });
  const invite = (
    <MayButton
      needs="team.change"
      leftSection={<Plus size={16} aria-hidden />}
      onClick={() => setDialog({ invite: true })}
    >
      {t('invite.open')}
    </MayButton>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={invite} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={220} /> : null}
        {data ? (
          <>
            {data.offer ? <OwnershipTransferCard offer={data.offer} isOwner={data.roles.includes('manager')} /> : null}
            <SettingCard title={t('members')}>
              <SettingList>
                {data.members.map((member) => (
                  <MemberRow key={member.account_id} member={member} roles={data.roles} />
                ))}
              </SettingList>
            </SettingCard>
            <SettingCard title={t('invitations')}>
              {data.invitations.length === 0 ? <SettingNote>{t('noInvitations')}</SettingNote> : null}
              <SettingList>
                {data.invitations.map((one) => (
                  <InvitationRow key={one.invitation_id} invitation={one} />
                ))}
              </SettingList>
            </SettingCard>
            <RoleTable />
          </>
        ) : null}
      </SettingPage>
      {inviting && data ? <InviteDialog roles={data.roles} onClose={() => setDialog({ invite: false })} /> : null}
    </>
  );
}
