import { Button } from '@mantine/core';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

const ConnectDialog = lazyChunk(() => import('./connect-dialog.tsx'));

/** Connects another account of the same person: its workspaces then open from here. */
export function ConnectCard() {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  return (
    <Card id="connect" title={t('connect.title')}>
      <p className={classes.quiet}>{t('connect.text')}</p>
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('connect.action')}
        </Button>
      </div>
      {asking ? (
        <Suspense fallback={null}>
          <ConnectDialog onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}
