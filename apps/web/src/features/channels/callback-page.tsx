import { Button, Loader } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { afterAnswer } from '../../lib/answers.ts';
import { ApiError, api, type CallData, errorText } from '../../lib/api.ts';
import { leaveFor, session } from '../../lib/session.ts';
import { parseSearch, stringifySearch, useAddressSearch } from '../../lib/url-state.ts';
import { AuthPage } from '../auth/index.ts';
import classes from './channels.module.css';

type Answer = CallData<'GET /auth/platform/{platform}/callback'>;

/** The store may deliver its keys a moment after it sent the owner back. */
const ASK_AGAIN_MS = 1500;

/** Where a platform's own page sends the owner back to: the way is finished, then it leads to My channels. */
export default function CallbackPage() {
  const { t } = useTranslation(['channels', 'common']);
  const navigate = useNavigate();
  const { platform } = useParams({ from: '/auth/platform/$platform/callback' });
  // Which parameters a platform sends is its own affair: all of them go to the server.
  const [search] = useAddressSearch();
  const asked = stringifySearch(search);
  const [answer, setAnswer] = useState<Answer>();
  const [error, setError] = useState<unknown>();
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    const stop = new AbortController();
    let later: ReturnType<typeof setTimeout> | undefined;
    const query = Object.fromEntries(Object.entries(parseSearch(asked)).map(([name, value]) => [name, String(value)]));
    const ask = async (): Promise<void> => {
      try {
        const next = await api('GET /auth/platform/{platform}/callback', {
          params: { platform },
          query,
          signal: stop.signal,
        });
        setAnswer(next);
        if (next.state === 'pending') later = setTimeout(() => void ask(), ASK_AGAIN_MS);
      } catch (reason) {
        // Who is not signed in (any more) is led to the sign-in by the answer itself.
        const leads = reason instanceof ApiError && afterAnswer(reason.status);
        if (!stop.signal.aborted && !leads) setError(reason);
      }
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(later);
    };
  }, [platform, asked]);

  /** To the platform's page for the same store once more. */
  async function again(shop: string): Promise<void> {
    setLeaving(true);
    try {
      const { url } = await api('POST /auth/platform/{platform}/install', { params: { platform }, body: { shop } });
      leaveFor(url);
    } catch {
      setLeaving(false);
    }
  }

  const toChannels = (variant: 'filled' | 'default' = 'filled'): ReactNode => (
    <Button
      size="md"
      fullWidth
      variant={variant}
      onClick={() => session().close?.() ?? void navigate({ to: '/app/channel' })}
    >
      {t('toChannels')}
    </Button>
  );
  if (error) {
    // What the server refused is not undone by asking again; where no answer came, it may be.
    const refused = error instanceof ApiError && error.status !== 0;
    // Another account has the store: its owner may let it go.
    const taken = error instanceof ApiError && error.code === 'STORE_EXIST_ANOTHER_OWNER';
    return (
      <AuthPage title={t('callback.failed')} text={<span role="alert">{errorText(error)}</span>}>
        {taken ? (
          <div className={classes.ways}>
            <AskOwner shop={typeof search.shop === 'string' ? search.shop : ''} />
            {toChannels('default')}
          </div>
        ) : refused ? (
          toChannels()
        ) : (
          <Button size="md" fullWidth onClick={() => location.reload()}>
            {t('common:retry')}
          </Button>
        )}
      </AuthPage>
    );
  }
  if (answer?.state === 'refused')
    return (
      <AuthPage title={t('callback.failed')} text={<span role="alert">{answer.problem?.text ?? ''}</span>}>
        <div className={classes.ways}>
          <Button size="md" fullWidth loading={leaving} onClick={() => void again(answer.shop)}>
            {t('common:retry')}
          </Button>
          {toChannels('default')}
        </div>
      </AuthPage>
    );
  if (answer?.state === 'connected')
    return (
      <AuthPage title={t('callback.done', { name: answer.store?.store_name ?? '' })} text={t('callback.doneText')}>
        {toChannels()}
      </AuthPage>
    );
  return (
    <AuthPage title={t('callback.waiting')} text={t('callback.waitingText')}>
      <Loader size="sm" />
    </AuthPage>
  );
}

function AskOwner({ shop }: { shop: string }) {
  const { t } = useTranslation('embedded');
  return (
    <LinkButton to="/app/setting/migrate" search={{ shop }} size="md" fullWidth>
      {t('askOwner')}
    </LinkButton>
  );
}
