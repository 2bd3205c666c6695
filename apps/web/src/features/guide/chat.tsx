import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { chatUnread } from '../../lib/chat-unread.ts';
import { readUnread, sendBatches } from '../../lib/outside/chat.ts';
import { problems } from '../../lib/problems.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './chat.module.css';

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The support chat in its frame, entered as the person; for the support's own people as the owner of the workspace. */
export default function Chat({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['guide', 'common']);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'chat'),
    queryFn: ({ signal }) => api('GET /support/chat', { signal }),
  });
  const frame = useRef<HTMLIFrameElement>(null);
  const [loaded, setLoaded] = useState(false);
  const origin = data ? new URL(data.url).origin : undefined;
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const count = readUnread(event.data);
      if (count !== undefined) chatUnread.set(count);
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [origin]);
  const send = useCallback(
    (messages: readonly unknown[]) =>
      sendBatches(
        messages,
        (batch) =>
          origin &&
          frame.current?.contentWindow?.postMessage({ type: 'quayside.chat.messages', messages: batch }, origin),
        pause,
      ),
    [origin],
  );
  return (
    <>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('chat.title')}</h2>
        <ActionIcon aria-label={t('common:close')} data-hint={t('common:close')} onClick={onClose}>
          <X size={18} aria-hidden />
        </ActionIcon>
      </div>
      {data ? (
        <iframe
          ref={frame}
          className={classes.frame}
          title={t('chat.title')}
          src={chatAddress(data)}
          sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
          referrerPolicy="strict-origin-when-cross-origin"
          onLoad={() => setLoaded(true)}
        />
      ) : error ? (
        <ErrorState small error={error} onRetry={() => void refetch()} />
      ) : (
        <div aria-busy="true">
          <SkeletonLine width="60%" />
        </div>
      )}
      {loaded ? <TellProblems send={send} /> : null}
    </>
  );
}

function chatAddress(data: { url: string; email: string; name: string; is_staff: boolean }): string {
  const address = new URL(data.url);
  address.searchParams.set('email', data.email);
  address.searchParams.set('name', data.name);
  if (data.is_staff) address.searchParams.set('staff', '1');
  return address.href;
}

/** Offers to tell the support what went wrong in this tab: what is sent is shown before, and nothing goes by itself. */
function TellProblems({ send }: { send(messages: readonly unknown[]): Promise<void> }) {
  const { t } = useTranslation('guide');
  const kept = useSyncExternalStore(problems.watch, problems.read);
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  if (kept.length === 0)
    return state === 'sent' ? (
      <p className={classes.told} role="status">
        {t('chat.told')}
      </p>
    ) : null;
  return (
    <details className={classes.tell}>
      <summary>{t('chat.problems', { count: kept.length })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ol className={classes.problems} tabIndex={0}>
        {kept.map((problem) => (
          <li key={`${problem.at} ${problem.call}`}>
            <span>{problem.message || problem.code}</span>
            <bdi className={classes.call}>
              {problem.call} · {problem.code}
            </bdi>
          </li>
        ))}
      </ol>
      <Button
        size="xs"
        fullWidth
        loading={state === 'sending'}
        onClick={() => {
          setState('sending');
          void send(
            kept.map(({ at, call, status, code, message }) => ({ at, call, status, code, text: message })),
          ).then(() => {
            problems.set([]);
            setState('sent');
          });
        }}
      >
        {t('chat.tell')}
      </Button>
    </details>
  );
}
