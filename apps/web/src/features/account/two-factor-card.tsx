import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

const PasswordDialog = lazyChunk(() => import('./password-dialog.tsx'));
const AppSetup = lazyChunk(() => import('./app-setup.tsx'));
const RecoveryCodes = lazyChunk(() => import('./recovery-codes.tsx'));

type Asking = 'begin' | 'end';

/** The second factor: switched on with an authenticator app, its recovery codes shown once, switched off. */
export function TwoFactorCard() {
  const { t } = useTranslation('account');
  const { day } = useFormats();
  const client = useQueryClient();
  const [renewing, setRenewing] = useState(false);
  const [asking, setAsking] = useState<Asking>();
  const [setup, setSetup] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const state = useQuery({
    queryKey: queryKeys.part('two-factor', 'state'),
    queryFn: ({ signal }) => api('GET /auth/two-factor', { signal }),
  });
  const fresh = () => client.invalidateQueries({ queryKey: ['two-factor'] });

  const confirmed: Record<Asking, (password: string, code: string) => Promise<void>> = {
    async begin(password) {
      setSetup(await api('POST /auth/two-factor/begin', { body: { password }, quiet: true }));
    },
    async end(password, code) {
      await api('POST /auth/two-factor/end', { body: { password, code } });
      await fresh();
    },
  };

  async function renew(): Promise<void> {
    setRenewing(true);
    try {
      setCodes((await api('POST /auth/two-factor/recovery-codes')).recovery_codes);
      await fresh();
    } catch {
      // The toast has said why not.
    } finally {
      setRenewing(false);
    }
  }

  const on = state.data?.on_since;
  return (
    <Card id="second" title={t('second.title')}>
      {state.isPending ? <SkeletonBox width="100%" height={64} /> : null}
      {state.error ? <ErrorState error={state.error} onRetry={() => void state.refetch()} small /> : null}
      <Suspense fallback={<SkeletonBox width="100%" height={180} />}>
        {codes ? (
          <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
        ) : setup ? (
          <AppSetup
            {...setup}
            onCancel={() => setSetup(undefined)}
            onDone={(made) => {
              setSetup(undefined);
              setCodes(made);
              void fresh();
            }}
          />
        ) : state.data ? (
          <>
            <p className={classes.quiet}>
              {on
                ? `${t('second.on', { date: day(on) })} ${t('second.left', { count: state.data.recovery_codes_left })}`
                : t('second.off')}
            </p>
            <div className={classes.actions}>
              {on ? (
                <>
                  <Button variant="default" loading={renewing} onClick={() => void renew()}>
                    {t('second.renew')}
                  </Button>
                  <Button variant="default" onClick={() => setAsking('end')}>
                    {t('second.end')}
                  </Button>
                </>
              ) : (
                <Button variant="default" onClick={() => setAsking('begin')}>
                  {t('second.begin')}
                </Button>
              )}
            </div>
          </>
        ) : null}
        {asking ? (
          <PasswordDialog
            title={t('second.title')}
            verb={t(`second.${asking}`)}
            withCode={asking === 'end'}
            onClose={() => setAsking(undefined)}
            onConfirm={async (password, code) => {
              await confirmed[asking](password, code);
              setAsking(undefined);
            }}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}
