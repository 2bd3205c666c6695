import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { endSession } from '../../lib/end-session.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { openFresh } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';
import { describeDevice } from './device.ts';

const ConfirmDialog = lazyChunk(() =>
  import('../../kit/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
);

type Session = CallData<'GET /auth/sessions'>['items'][number];

/** Where the account is signed in; each session can be ended, or all. */
export function SessionsCard() {
  const { t } = useTranslation('account');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<string>();
  const sessions = useQuery({
    queryKey: queryKeys.part('sessions', 'list'),
    queryFn: ({ signal }) => api('GET /auth/sessions', { signal }),
  });

  async function end(id: string): Promise<void> {
    setBusy(id);
    try {
      await api('DELETE /auth/sessions/{session_id}', { params: { session_id: id } });
    } catch {
      // The toast has said why.
    } finally {
      await client.invalidateQueries({ queryKey: ['sessions'] });
      setBusy(undefined);
    }
  }

  const nameOf = (one: Session): string => {
    const device = describeDevice(one.user_agent);
    return device ? t('sessions.device', device) : t('sessions.unknown');
  };

  return (
    <Card id="sessions" title={t('sessions.title')}>
      {sessions.isPending ? <SkeletonBox width="100%" height={88} /> : null}
      {sessions.error ? <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} small /> : null}
      <ul className={classes.rows}>
        {sessions.data?.items.map((one) => (
          <li key={one.session_id} className={classes.row}>
            <div className={classes.what}>
              <div>{nameOf(one)}</div>
              <div className={classes.quiet}>
                {one.is_current
                  ? t('sessions.here')
                  : t('sessions.seen', { when: dateTime(one.last_seen_at), ip: one.ip })}
              </div>
            </div>
            {one.is_current ? null : (
              <Button
                variant="default"
                size="compact-sm"
                loading={busy === one.session_id}
                aria-label={t('sessions.endNamed', { device: nameOf(one) })}
                onClick={() => void end(one.session_id)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('sessions.endAll')}
        </Button>
      </div>
      {asking ? (
        <Suspense fallback={null}>
          <ConfirmDialog
            open
            onClose={() => setAsking(false)}
            title={t('sessions.endAllAsk')}
            text={t('sessions.endAllText')}
            verb={t('sessions.endAll')}
            onConfirm={async () => {
              await api('POST /auth/sessions/end-all', { quiet: true });
              await endSession();
              openFresh('/login');
            }}
          />
        </Suspense>
      ) : null}
    </Card>
  );
}
