import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingList, SettingNote, SettingPage, SettingRow } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { urlPart, useUrlState } from '../../lib/url-state.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { NewToken } from './new-token.tsx';

type Token = CallData<'GET /api-tokens'>['items'][number];
const TONES: Record<Token['state'], Tone> = { active: 'done', expired: 'closed', revoked: 'closed' };

/** `?create=1` opens the dialog: other screens link to it. */
const DIALOG_URL = { create: urlPart.flag() };

/** Tokens for the owner's own scripts. */
export default function TokensPage() {
  const { t } = useTranslation('tokens');
  const { date, timeAgo, list } = useFormats();
  const client = useQueryClient();
  const [{ create: making }, setDialog] = useUrlState(DIALOG_URL);
  const [ending, setEnding] = useState<Token>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('team', 'tokens'),
    queryFn: ({ signal }) => api('GET /api-tokens', { signal }),
  });
  const factsOf = (one: Token): string =>
    [
      `…${one.tail}`,
      one.expires_at ? t('until', { when: date(one.expires_at) }) : t('noEnd'),
      one.last_used_at ? t('used', { when: timeAgo(one.last_used_at), ip: one.last_used_ip ?? '' }) : t('unused'),
    ].join(' · ');
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <MayButton
            needs="tokens.change"
            leftSection={<Plus size={16} aria-hidden />}
            onClick={() => setDialog({ create: true })}
          >
            {t('new.open')}
          </MayButton>
        }
      />
      <SettingPage>
        <SettingCard title={t('all')} note={t('note')}>
          {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
          {!data && !error ? <SkeletonBox width="100%" height={120} /> : null}
          {data?.items.length === 0 ? <SettingNote>{t('none')}</SettingNote> : null}
          <SettingList>
            {data?.items.map((one) => (
              <SettingRow
                key={one.token_id}
                name={one.name}
                note={
                  <>
                    {factsOf(one)}
                    <br />
                    <span dir="ltr">{list(one.scopes)}</span>
                  </>
                }
              >
                <StatusBadge tone={TONES[one.state]} label={t(`state.${one.state}`)} />
                {one.state === 'active' ? (
                  <Button size="xs" variant="subtle" color="red" onClick={() => setEnding(one)}>
                    {t('end.verb')}
                  </Button>
                ) : null}
              </SettingRow>
            ))}
          </SettingList>
        </SettingCard>
      </SettingPage>
      {making ? <NewToken onClose={() => setDialog({ create: false })} /> : null}
      <ConfirmMoney
        open={ending !== undefined}
        onClose={() => setEnding(undefined)}
        title={t('end.title', { name: ending?.name ?? '' })}
        text={t('end.text')}
        verb={t('end.verb')}
        danger
        onConfirm={async () => {
          if (!ending) return;
          await api('POST /api-tokens/{token_id}/revoke', { params: { token_id: ending.token_id } });
          await client.invalidateQueries({ queryKey: ['team'] });
        }}
      />
    </>
  );
}
