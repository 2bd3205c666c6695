import { Progress } from '@mantine/core';
import type { PriceBatchView } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './pricing.module.css';

const TONES: Record<PriceBatchView['state'], Tone> = {
  applying: 'moving',
  applied: 'done',
  undoing: 'moving',
  undone: 'closed',
};

/** A price change: its progress, then its counts. */
export function BatchResult({ batch }: { batch: PriceBatchView }) {
  const { t } = useTranslation('pricing');
  const { number } = useFormats();
  const undo = batch.state === 'undoing' || batch.state === 'undone';
  const ended = undo ? batch.restored + batch.kept : batch.done + batch.skipped;
  const all = undo ? batch.done : batch.total;
  const running = batch.state === 'applying' || batch.state === 'undoing';
  const counts = [
    ['changed', batch.done],
    ['skipped', batch.skipped],
    ['restored', batch.restored],
    ['kept', batch.kept],
    ['pushed', batch.pushed],
  ] as const;
  return (
    <div className={classes.result} aria-live="polite">
      <StatusBadge tone={TONES[batch.state]} label={t(`history.${batch.state}`)} />
      {running ? (
        <Progress value={all === 0 ? 0 : (ended / all) * 100} aria-label={t(`history.${batch.state}`)} />
      ) : (
        <dl className={classes.counts}>
          {counts
            .filter(([key, n]) => key === 'changed' || n > 0)
            .map(([key, n]) => (
              <div key={key}>
                <dt>{t(`history.${key}`)}</dt>
                <dd>{number(n)}</dd>
              </div>
            ))}
        </dl>
      )}
    </div>
  );
}
