import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { endSession } from '../../lib/end-session.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { openFresh } from '../../lib/session.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

const PasswordDialog = lazyChunk(() => import('./password-dialog.tsx'));

/** Everything as a file first; then the way out, with 14 days to come back. */
export function LeaveCard() {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState<'export' | 'delete'>();
  const held = useQuery({
    queryKey: queryKeys.part('statistic', 'account'),
    queryFn: ({ signal }) => api('GET /auth/account/statistic', { signal }),
    enabled: asking === 'delete',
  });
  return (
    <Card id="leave" title={t('leave.title')}>
      <p className={classes.quiet}>{t('leave.export')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking('export')}>
          {t('leave.exportAction')}
        </Button>
      </div>
      <hr className={classes.rule} />
      <p className={classes.quiet}>{t('leave.delete')}</p>
      <div>
        <Button variant="default" color="red" onClick={() => setAsking('delete')}>
          {t('leave.deleteAction')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {asking === 'export' ? (
          <PasswordDialog
            title={t('leave.exportAsk')}
            text={t('leave.exportText')}
            verb={t('leave.exportAction')}
            onClose={() => setAsking(undefined)}
            onConfirm={async (password) => {
              const { url } = await api('POST /auth/account/export', { body: { password }, quiet: true });
              setAsking(undefined);
              location.assign(url);
            }}
          />
        ) : null}
        {asking === 'delete' ? (
          <PasswordDialog
            title={t('leave.deleteAsk')}
            text={
              <>
                <p>{t('leave.deleteText')}</p>
                {held.data ? <p className={classes.held}>{t('leave.counts', held.data)}</p> : null}
              </>
            }
            verb={t('leave.deleteAction')}
            danger
            onClose={() => setAsking(undefined)}
            onConfirm={async (password) => {
              await api('DELETE /auth/account/delete', { body: { password }, quiet: true });
              await endSession();
              openFresh('/login');
            }}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}
