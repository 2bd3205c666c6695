import type { ProductSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import classes from './supplier-watch.module.css';

type Watch = ProductSummary['watch'];

/** How many variants are out of stock: red once none is left, amber before. */
export function StockMark({ watch }: { watch: Pick<NonNullable<Watch>, 'out_variants' | 'variants'> }) {
  const { t } = useTranslation('monitoring');
  const { out_variants: out, variants } = watch;
  if (variants === 0 || out >= variants) return <StatusBadge tone="broken" label={t('mark.out_of_stock')} />;
  return <StatusBadge tone="waiting" label={t('mark.outOf', { out, count: variants })} />;
}

/** What of a product is not as its owner has it: its cost moved at the supplier, or the supplier has no more of it. */
export function WatchMarks({ watch }: { watch: Watch }) {
  const { t } = useTranslation('monitoring');
  if (!watch || !(watch.gone || watch.out_of_stock || watch.cost_moved)) return null;
  return (
    <span className={classes.marks}>
      {watch.gone ? <StatusBadge tone="broken" label={t('mark.gone')} /> : null}
      {watch.out_of_stock ? <StockMark watch={watch} /> : null}
      {watch.cost_moved ? <StatusBadge tone="waiting" label={t('mark.cost_moved')} /> : null}
    </span>
  );
}
