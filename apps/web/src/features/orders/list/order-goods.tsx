import type { OrderLine } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { soldLines, variantName } from '../labels.ts';
import classes from './list.module.css';
import { PictureStack } from './picture-stack.tsx';

type Line = Pick<OrderLine, 'id' | 'title' | 'variant_title' | 'sku' | 'image' | 'quantity'> &
  Partial<Pick<OrderLine, 'bundle_line_id'>>;

/** What an order is about: picture and name of its first line, its variant or SKU, and how many more lines there are. */
export function OrderGoods({ lines: all }: { lines: readonly Line[] }) {
  const { t } = useTranslation('orders');
  const lines = soldLines(all);
  const [first, ...others] = lines;
  if (!first) return <span className={classes.quiet}>--</span>;
  const titles = lines.map((line) => [`${line.quantity} × ${variantName(line)}`, line.sku].filter(Boolean).join(' · '));
  const second = first.variant_title ?? first.sku;
  return (
    <span className={classes.goods} title={titles.join('\n')}>
      <PictureStack lines={[first]} />
      <span className={classes.words}>
        <bdi className={classes.title}>{first.title}</bdi>
        <span className={classes.second}>
          {second ? <bdi>{second}</bdi> : null}
          {others.length > 0 ? <span>{t('moreLines', { count: others.length })}</span> : null}
        </span>
      </span>
    </span>
  );
}
