import type { ProductSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import classes from './supplier-watch.module.css';

type Watch = ProductSummary['watch'];

/** What of a product is not as its owner has it: its cost moved at the supplier, or the supplier has no more of it. */
export function WatchMarks({ watch }: { watch: Watch }) {
  const { t } = useTranslation('monitoring');
  if (!watch || !(watch.gone || watch.out_of_stock || watch.cost_moved)) return null;
  return (
    <span className={classes.marks}>
      {watch.gone ? <StatusBadge tone="broken" label={t('mark.gone')} /> : null}
      {watch.out_of_stock ? <StatusBadge tone="broken" label={t('mark.out_of_stock')} /> : null}
      {watch.cost_moved ? <StatusBadge tone="waiting" label={t('mark.cost_moved')} /> : null}
    </span>
  );
}
