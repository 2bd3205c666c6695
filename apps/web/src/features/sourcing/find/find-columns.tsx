import type { SourceCard } from '@quayside/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../kit/columns.ts';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { pictureAt, SourceMark } from '../../products/index.ts';
import { ImportButton } from '../import-button.tsx';
import { ShipDays } from '../ship-days.tsx';
import classes from './find-page.module.css';

/** The same products as rows of facts, for people who compare figures. */
export function useFindColumns(shipTo: string): Column<SourceCard>[] {
  const { t } = useTranslation('sourcing');
  const { count, number } = useFormats();
  return useMemo(
    () => [
      {
        key: 'name',
        header: t('column.product'),
        priority: 1,
        grow: true,
        width: 220,
        skeleton: 'picture',
        cell: (row) => (
          <span className={classes.product}>
            <ProductPicture src={pictureAt(row.images[0], 40)} alt="" size={36} />
            <span className={classes.productName} dir="auto">
              {row.name}
            </span>
            {row.is_sandbox ? <SandboxTag /> : null}
          </span>
        ),
      },
      {
        key: 'source',
        header: t('column.source'),
        width: 110,
        priority: 4,
        cell: (row) => <SourceMark source={row.source} />,
      },
      {
        key: 'cost',
        header: t('column.cost'),
        width: 96,
        align: 'end',
        priority: 1,
        sort: 'price',
        skeleton: 'money',
        cell: (row) => <Money value={row.price} currency={row.currency} strong />,
      },
      {
        key: 'shipping',
        header: t('column.shipping'),
        width: 104,
        align: 'end',
        priority: 2,
        sort: 'shipping_cost',
        skeleton: 'money',
        cell: (row) => <Money value={row.details.shipping_cost} currency={row.currency} />,
      },
      {
        key: 'days',
        header: t('column.days'),
        width: 116,
        priority: 3,
        sort: 'shipping_time_min',
        skeleton: 'short',
        cell: (row) => <ShipDays min={row.details.shipping_time_min} max={row.details.shipping_time_max} />,
      },
      {
        key: 'rsp',
        header: t('column.rsp'),
        width: 110,
        align: 'end',
        priority: 3,
        skeleton: 'money',
        cell: (row) => <Money value={row.details.rsp_price_usd} currency={row.currency} />,
      },
      {
        key: 'profit',
        header: t('column.profit'),
        width: 104,
        align: 'end',
        priority: 2,
        sort: 'profit',
        skeleton: 'money',
        cell: (row) => <Money value={row.details.estimated_profit} currency={row.currency} signed />,
      },
      {
        key: 'orders',
        header: t('column.orders'),
        width: 96,
        align: 'end',
        priority: 3,
        sort: 'lastest_volume',
        skeleton: 'short',
        cell: (row) => (row.details.lastest_volume === null ? '--' : count(row.details.lastest_volume)),
      },
      {
        key: 'rating',
        header: t('column.rating'),
        width: 80,
        align: 'end',
        priority: 4,
        skeleton: 'short',
        cell: (row) => (row.details.rating === null ? '--' : number(row.details.rating, 1)),
      },
      {
        key: 'variants',
        header: t('column.variants'),
        width: 92,
        align: 'end',
        priority: 4,
        skeleton: 'short',
        cell: (row) => count(row.total_variants),
      },
      {
        key: 'import',
        header: t('column.import'),
        width: 132,
        align: 'end',
        priority: 1,
        skeleton: 'short',
        cell: (row) => <ImportButton product={row} shipTo={shipTo} />,
      },
    ],
    [t, count, number, shipTo],
  );
}
