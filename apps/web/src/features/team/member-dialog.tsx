import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SettingButtons, settingForm } from '../../kit/setting-card.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useForm } from '../../lib/use-form.ts';
import { RoleFields } from './role-fields.tsx';
import type { Team } from './team.ts';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));

interface Props {
  member: Team['members'][number];
  roles: Team['roles'];
  onClose(): void;
}

/** Another role or other stores for a member. */
export function MemberDialog({ member, roles, onClose }: Props) {
  const { t } = useTranslation(['team', 'common']);
  const client = useQueryClient();
  const [role, setRole] = useState(member.role === 'owner' ? 'viewer' : member.role);
  const [stores, setStores] = useState<string[] | null>(member.store_ids);
  const form = useForm(async () => {
    const params = { member_id: member.account_id };
    await api('PUT /team/members/{member_id}', { params, body: { role, store_ids: stores } });
    await client.invalidateQueries({ queryKey: ['team'] });
    onClose();
  });
  const choice = { roles, role, onRole: setRole, stores, onStores: setStores, error: form.error };
  return (
    <Suspense fallback={null}>
      <Dialog open onClose={onClose} title={t('change.title', { name: member.name || member.email })} busy={form.busy}>
        <form noValidate className={settingForm()} onSubmit={form.submit}>
          <RoleFields {...choice} />
          <Failure text={form.failure} />
          <SettingButtons>
            <Button type="submit" loading={form.busy} disabled={stores?.length === 0}>
              {t('change.verb')}
            </Button>
            <Button variant="subtle" onClick={onClose} disabled={form.busy}>
              {t('common:cancel')}
            </Button>
          </SettingButtons>
        </form>
      </Dialog>
    </Suspense>
  );
}
