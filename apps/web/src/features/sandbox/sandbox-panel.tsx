import { useQuery } from '@tanstack/react-query';
import { FastForward } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Pop } from '../../kit/pop.tsx';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import classes from './sandbox.module.css';
import { worldQuery } from './world-query.ts';

const Controls = lazyChunk(() => import('./sandbox-controls.tsx'));

/** The sandbox's clock and shops behind a hatched button; nothing on an installation without a sandbox. */
export function SandboxPanel() {
  const { t } = useTranslation('orders');
  const { data } = useQuery(worldQuery);
  if (!data?.on || !data.clock) return null;
  return (
    <Pop
      label={t('sandbox.title')}
      align="end"
      width={320}
      trigger={(props) => (
        <button type="button" className={classes.button} {...props}>
          <span className={classes.word}>{t('sandbox.button')}</span>
          {data.clock && data.clock.speed > 1 ? (
            <span className={classes.speed}>
              <FastForward size={12} className="flip" aria-hidden />
              {data.clock.speed}×
            </span>
          ) : null}
        </button>
      )}
    >
      {() => (
        <Suspense fallback={<div className={classes.panel} aria-busy="true" />}>
          <Controls world={data} />
        </Suspense>
      )}
    </Pop>
  );
}
