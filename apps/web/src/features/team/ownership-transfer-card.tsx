import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingButtons, SettingCard } from '../../kit/setting-card.tsx';
import { api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { Team } from './team.ts';

/** The workspace is offered to somebody: who it is accepts or declines, its owner takes it back. */
export function OwnershipTransferCard({ offer, isOwner }: { offer: NonNullable<Team['offer']>; isOwner: boolean }) {
  const { t } = useTranslation('team');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState<'accept' | 'end'>();
  const when = dateTime(offer.expires_at);

  async function send(what: 'accept' | 'end'): Promise<void> {
    setBusy(what);
    try {
      if (what === 'accept') await api('POST /team/ownership/accept', { body: {} });
      else await api('DELETE /team/ownership');
    } catch {
      // The toast has said why.
    } finally {
      // Whose it is changes what every screen shows.
      await client.invalidateQueries();
      setBusy(undefined);
    }
  }

  return (
    <SettingCard
      title={t('owner.open')}
      note={offer.for_you ? t('owner.offeredToYou', { when }) : t('owner.offered', { name: offer.to_name, when })}
    >
      <SettingButtons>
        {offer.for_you ? (
          <Button size="xs" loading={busy === 'accept'} disabled={busy === 'end'} onClick={() => void send('accept')}>
            {t('owner.accept')}
          </Button>
        ) : null}
        {offer.for_you || isOwner ? (
          <Button
            size="xs"
            variant="default"
            loading={busy === 'end'}
            disabled={busy === 'accept'}
            onClick={() => void send('end')}
          >
            {offer.for_you ? t('owner.decline') : t('owner.withdraw')}
          </Button>
        ) : null}
      </SettingButtons>
    </SettingCard>
  );
}
