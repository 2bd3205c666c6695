import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { SettingButtons, SettingRow, SettingTag } from '../../kit/setting-card.tsx';
import { api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { MemberDialog } from './member-dialog.tsx';
import type { Team } from './team.ts';
import { useStoreNames } from './use-store-names.ts';

/** One member: his role, his stores, and what can be done about him. */
export function MemberRow({ member, roles }: { member: Team['members'][number]; roles: Team['roles'] }) {
  const { t } = useTranslation(['team', 'common']);
  const { timeAgo } = useFormats();
  const client = useQueryClient();
  const storeNames = useStoreNames();
  const [changing, setChanging] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [handing, setHanding] = useState(false);
  // Only the owner makes managers.
  const isOwner = roles.includes('manager');
  const seen = member.last_seen_at ? t('lastSeen', { when: timeAgo(member.last_seen_at) }) : t('neverSeen');
  const name = member.name || member.email;
  return (
    <SettingRow
      picture={<Avatar name={name} picture={member.avatar} size={36} />}
      name={member.is_you ? t('you', { name }) : name}
      note={
        <>
          <bdi>{member.email}</bdi> · {member.store_ids ? storeNames(member.store_ids) : t('common:stores.all')} ·{' '}
          {seen}
        </>
      }
    >
      <SettingTag>{t(`common:role.${member.role}`)}</SettingTag>
      {member.manageable ? (
        <SettingButtons>
          {isOwner && member.role === 'manager' && !member.store_ids ? (
            <Button size="xs" variant="subtle" onClick={() => setHanding(true)}>
              {t('owner.open')}
            </Button>
          ) : null}
          <Button size="xs" variant="default" onClick={() => setChanging(true)}>
            {t('change.open')}
          </Button>
          <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(true)}>
            {t('remove.verb')}
          </Button>
        </SettingButtons>
      ) : null}
      {changing ? <MemberDialog member={member} roles={roles} onClose={() => setChanging(false)} /> : null}
      <ConfirmMoney
        open={handing}
        onClose={() => setHanding(false)}
        title={t('owner.title', { name })}
        text={t('owner.text', { name })}
        verb={t('owner.verb')}
        danger
        onConfirm={async () => {
          await api('POST /team/ownership', { body: { member_id: member.account_id } });
          await client.invalidateQueries({ queryKey: ['team'] });
        }}
      />
      <ConfirmMoney
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('remove.title', { name })}
        text={t('remove.text')}
        undo={t('remove.undo')}
        verb={t('remove.verb')}
        danger
        onConfirm={async () => {
          await api('DELETE /team/members/{member_id}', { params: { member_id: member.account_id } });
          await client.invalidateQueries({ queryKey: ['team'] });
        }}
      />
    </SettingRow>
  );
}
