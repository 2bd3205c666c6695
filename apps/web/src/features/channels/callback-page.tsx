import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';

type Platform = 'shopify' | 'woocommerce' | 'tiktok' | 'facebook' | 'google';

/** Where a platform's own page sends the owner back to: the way is finished, then it leads to My channels. */
export default function CallbackPage() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { platform } = useParams({ strict: false }) as { platform: Platform };
  const search = useSearch({ strict: false }) as Record<string, string | string[]>;
  const query = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
  const { data, error } = useQuery({
    queryKey: ['connect-callback', platform, query],
    queryFn: ({ signal }) => api('GET /auth/platform/{platform}/callback', { params: { platform }, query, signal }),
    retry: false,
    // The store may deliver its keys a moment after it sent the owner back.
    refetchInterval: (state) => (state.state.data?.state === 'pending' ? 1500 : false),
  });
  const on = <Button onClick={() => void navigate({ to: '/app/channel' as '/app' })}>{t('toChannels')}</Button>;
  if (error) return <ErrorState error={error} title={t('callback.failed')} />;
  if (data?.state === 'refused')
    return <EmptyState title={t('callback.failed')} text={data.problem?.text ?? ''} action={on} />;
  if (data?.state === 'connected')
    return (
      <EmptyState
        picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
        title={t('callback.done', { name: data.store?.store_name ?? '' })}
        text={t('callback.doneText')}
        action={on}
      />
    );
  return <EmptyState picture={<Loader size="sm" />} title={t('callback.waiting')} text={t('callback.waitingText')} />;
}
