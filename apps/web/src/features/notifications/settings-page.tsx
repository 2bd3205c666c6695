import { Switch } from '@mantine/core';
import type { NotificationSettings } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { KindTable } from './kind-table.tsx';
import { WebhookCard } from './webhook-card.tsx';

const QUERY_KEY = queryKeys.part('notifications', 'settings');

/** What a person is told of and in which way, and the webhook of the workspace. */
export default function NotificationSettingsPage() {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const {
    data: kept,
    error,
    refetch,
  } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => api('GET /notifications/settings', { signal }),
  });
  // What was just chosen is shown at once, until the server has answered the last of it.
  const [chosen, setChosen] = useState<NotificationSettings>();
  const underway = useRef(0);
  const data = chosen ?? kept;
  async function save(next: NotificationSettings, send: () => Promise<unknown>): Promise<void> {
    setChosen(next);
    underway.current += 1;
    // A refusal was shown; what the server has is then shown again.
    await send().catch(() => undefined);
    underway.current -= 1;
    if (underway.current > 0) return;
    await client.invalidateQueries({ queryKey: ['notifications'] });
    setChosen(undefined);
  }
  const sendHook = async (settings: NotificationSettings): Promise<void> => {
    if (!settings.webhook) return;
    const { url, is_active } = settings.webhook;
    const kinds = settings.kinds.filter((one) => one.webhook).map((one) => one.kind);
    await api('PUT /notifications/webhook', { body: { url, is_active, kinds } });
  };
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data ? (
          <>
            <SettingCard
              title={t('settings.kinds')}
              note={data.sends_mail ? t('settings.note', { email: data.email }) : t('settings.noMail')}
            >
              <Switch
                label={t('settings.maintenance')}
                checked={data.maintenance_mode}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  void save({ ...data, maintenance_mode: on }, () =>
                    api('POST /setting-notification', { body: { maintenance_mode: on } }),
                  );
                }}
              />
              <SettingNote>{t('settings.maintenanceNote')}</SettingNote>
              <KindTable
                settings={data}
                onChange={(kind, way, wanted) => {
                  const kinds = data.kinds.map((one) => (one.kind === kind ? { ...one, [way]: wanted } : one));
                  const shown = { ...data, kinds };
                  void save(shown, () =>
                    way === 'webhook'
                      ? sendHook(shown)
                      : api('POST /setting-notification', { body: { preferences: [{ kind, way, wanted }] } }),
                  );
                }}
              />
            </SettingCard>
            {data.may_webhook ? <WebhookCard settings={data} /> : null}
          </>
        ) : null}
      </SettingPage>
    </>
  );
}
