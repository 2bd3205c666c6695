import type { MappingRecommendation } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './mapping.module.css';

const getTone = (confidence: number): Tone => (confidence >= 90 ? 'done' : confidence >= 70 ? 'moving' : 'waiting');

interface Props {
  confidence: number;
  reasons?: MappingRecommendation['reasons'];
}

/** How likely a match is, and why. */
export function Confidence({ confidence, reasons = [] }: Props) {
  const { t } = useTranslation('mapping');
  const { percent } = useFormats();
  return (
    <span className={classes.confidence}>
      <StatusBadge tone={getTone(confidence)} label={percent(confidence / 100)} />
      {reasons.length > 0 ? (
        <span className={classes.quiet}>{reasons.map((one) => t(`reason.${one}`)).join(' · ')}</span>
      ) : null}
    </span>
  );
}
