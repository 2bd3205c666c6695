import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingButtons, SettingRow, SettingTag } from '../../kit/setting-card.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { InvitationLink } from './invitation-link.tsx';
import type { Team } from './team.ts';
import { useStoreNames } from './use-store-names.ts';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));

/** An invitation that nobody has taken yet. */
export function InvitationRow({ invitation }: { invitation: Team['invitations'][number] }) {
  const { t } = useTranslation(['team', 'common']);
  const { date } = useFormats();
  const client = useQueryClient();
  const storeNames = useStoreNames();
  const [made, setMade] = useState<CallData<'POST /team/invitations'>>();
  const params = { invitation_id: invitation.invitation_id };
  const refresh = () => client.invalidateQueries({ queryKey: ['team'] });
  const renew = () => api('POST /team/invitations/{invitation_id}/renew', { params });
  const revoke = () => api('DELETE /team/invitations/{invitation_id}', { params });
  const close = () => {
    setMade(undefined);
    void refresh();
  };
  const facts = [
    t('invitedBy', { name: invitation.invited_by }),
    invitation.store_ids ? storeNames(invitation.store_ids) : t('common:stores.all'),
    invitation.expired ? t('expired') : t('until', { when: date(invitation.expires_at) }),
  ];
  return (
    <SettingRow name={invitation.email} note={facts.join(' · ')}>
      <SettingTag>{t(`common:role.${invitation.role}`)}</SettingTag>
      {invitation.manageable ? (
        <SettingButtons>
          <Button size="xs" variant="default" onClick={() => void renew().then(setMade, () => undefined)}>
            {t('renew')}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => void revoke().then(refresh, () => undefined)}>
            {t('revoke')}
          </Button>
        </SettingButtons>
      ) : null}
      {made ? (
        <Suspense fallback={null}>
          <Dialog open onClose={close} title={t('link.label')}>
            <InvitationLink made={{ ...made, email: invitation.email }} onClose={close} />
          </Dialog>
        </Suspense>
      ) : null}
    </SettingRow>
  );
}
