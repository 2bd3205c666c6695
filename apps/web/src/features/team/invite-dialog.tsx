import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SettingButtons, settingForm } from '../../kit/setting-card.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useForm } from '../../lib/use-form.ts';
import { InvitationLink } from './invitation-link.tsx';
import { RoleFields } from './role-fields.tsx';
import type { Team } from './team.ts';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));

/** E-mail, role, stores; then the link, which is shown this once. */
export function InviteDialog({ roles, onClose }: { roles: Team['roles']; onClose(): void }) {
  const { t } = useTranslation(['team', 'common']);
  const client = useQueryClient();
  const [role, setRole] = useState(roles.at(-1) ?? 'viewer');
  const [stores, setStores] = useState<string[] | null>(null);
  const [made, setMade] = useState<CallData<'POST /team/invitations'> & { email: string }>();
  const form = useForm(async ({ email = '' }) => {
    const answer = await api('POST /team/invitations', { body: { email, role, store_ids: stores } });
    setMade({ ...answer, email });
    await client.invalidateQueries({ queryKey: ['team'] });
  });
  const choice = { roles, role, onRole: setRole, stores, onStores: setStores, error: form.error };
  return (
    <Suspense fallback={null}>
      <Dialog open onClose={onClose} title={t('invite.title')} busy={form.busy}>
        {made ? (
          <InvitationLink made={made} onClose={onClose} />
        ) : (
          <form noValidate className={settingForm()} onSubmit={form.submit}>
            <TextInput
              name="email"
              type="email"
              label={t('invite.email')}
              description={t('invite.emailHint')}
              dir="ltr"
              autoComplete="off"
              error={form.error('email')}
              data-autofocus
            />
            <RoleFields {...choice} />
            <Failure text={form.failure} />
            <SettingButtons>
              <Button type="submit" loading={form.busy} disabled={stores?.length === 0}>
                {t('invite.verb')}
              </Button>
              <Button variant="subtle" onClick={onClose} disabled={form.busy}>
                {t('common:cancel')}
              </Button>
            </SettingButtons>
          </form>
        )}
      </Dialog>
    </Suspense>
  );
}
