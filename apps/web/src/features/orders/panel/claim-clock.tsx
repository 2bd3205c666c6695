import type { SupplierOrderView } from '@quayside/contracts';
import { getClaimClock } from '@quayside/contracts/claim-clock.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './panel.module.css';

/** Until when a line's supplier accepts a claim; nothing where none is possible or one was made. */
export function ClaimClock({ lineId, orders }: { lineId: string; orders: readonly SupplierOrderView[] }) {
  const { t } = useTranslation('claims');
  const { date } = useFormats();
  // A line that was bought again is claimed from its latest supplier order.
  const until = orders
    .flatMap((order) => order.line_items)
    .findLast((item) => item.id === lineId && item.claim_until !== null)?.claim_until;
  if (!until) return null;
  const { phase, daysLeft } = getClaimClock(until, Date.now());
  return (
    <span className={classes.clock} data-phase={phase}>
      {phase === 'over' ? t('clock.over') : t('clock.until', { date: date(until), count: daysLeft })}
    </span>
  );
}
