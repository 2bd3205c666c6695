import { Button, Loader } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState, ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { session } from '../../lib/session.ts';

type Platform = 'shopify' | 'woocommerce' | 'tiktok' | 'facebook' | 'google';
type Answer = CallData<'GET /auth/platform/{platform}/callback'>;

/** The store may deliver its keys a moment after it sent the owner back. */
const ASK_AGAIN_MS = 1500;

/** Where a platform's own page sends the owner back to: the way is finished, then it leads to My channels. */
export default function CallbackPage() {
  const { t } = useTranslation('channels');
  const navigate = useNavigate();
  const { platform } = useParams({ strict: false }) as { platform: Platform };
  const search = useSearch({ strict: false }) as Record<string, string | string[]>;
  const asked = JSON.stringify(search);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    const stop = new AbortController();
    let again: ReturnType<typeof setTimeout> | undefined;
    const given = JSON.parse(asked) as Record<string, string | string[]>;
    const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
    const ask = async (): Promise<void> => {
      try {
        const next = await api('GET /auth/platform/{platform}/callback', {
          params: { platform },
          query,
          signal: stop.signal,
        });
        setAnswer(next);
        if (next.state === 'pending') again = setTimeout(() => void ask(), ASK_AGAIN_MS);
      } catch (reason) {
        if (!stop.signal.aborted) setError(reason);
      }
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(again);
    };
  }, [platform, asked]);

  const on = (
    <Button onClick={() => session().close?.() ?? void navigate({ to: '/app/channel' as '/app' })}>
      {t('toChannels')}
    </Button>
  );
  if (error) return <ErrorState error={error} title={t('callback.failed')} />;
  if (answer?.state === 'refused')
    return <EmptyState title={t('callback.failed')} text={answer.problem?.text ?? ''} action={on} />;
  if (answer?.state === 'connected')
    return (
      <EmptyState
        picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
        title={t('callback.done', { name: answer.store?.store_name ?? '' })}
        text={t('callback.doneText')}
        action={on}
      />
    );
  return <EmptyState picture={<Loader size="sm" />} title={t('callback.waiting')} text={t('callback.waitingText')} />;
}
