import type { ProductSummary } from '@quayside/contracts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/card-list.tsx';
import type { Column } from '../../kit/columns.ts';
import { Money } from '../../kit/money.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { byStore, LISTING_TONES } from './listings/listing-states.ts';
import { StoreLines } from './listings/store-lines.tsx';
import { PlatformMark, SourceMark } from './mark.tsx';
import { MoneyRange } from './money-range.tsx';
import { pictureAt } from './picture-at.ts';
import classes from './product-columns.module.css';
import { WatchMarks } from './watch/marks.tsx';

function Title({ row }: { row: ProductSummary }) {
  const { t } = useTranslation('products');
  return (
    <span className={classes.product}>
      <ProductPicture src={pictureAt(row.image, 40)} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {row.title}
        </span>
        <span className={classes.under}>
          <SourceMark source={row.source} />
          {row.is_sandbox ? <SandboxTag /> : null}
          {row.push_state === 'processing' ? <StatusBadge tone="moving" label={t('state.processing')} /> : null}
        </span>
        <WatchMarks watch={row.watch} />
      </span>
    </span>
  );
}

function Ago({ iso }: { iso: string }) {
  const { timeAgo } = useFormats();
  return <>{timeAgo(iso, useNow())}</>;
}

/** Shipping of one piece to the country that the product was imported for. */
function Shipping({ row }: { row: ProductSummary }) {
  const { country } = useFormats();
  return (
    <span className={classes.shipping}>
      <Money value={row.shipping?.cost ?? null} />
      <span className={classes.place} title={country(row.ship_to)}>
        {row.ship_to}
      </span>
    </span>
  );
}

/** The columns of both product lists; the import list has no stores to show. */
export function useProductColumns(withStores: boolean): Column<ProductSummary>[] {
  const { t } = useTranslation('products');
  const { number } = useFormats();
  return useMemo(() => {
    const columns: (Column<ProductSummary> | undefined)[] = [
      {
        key: 'title',
        header: t('column.product'),
        priority: 1,
        grow: true,
        width: 240,
        skeleton: 'picture',
        cell: (row) => <Title row={row} />,
      },
      withStores
        ? {
            key: 'stores',
            header: t('column.stores'),
            priority: 1,
            width: 380,
            cell: (row) => <StoreLines listings={row.listings} />,
          }
        : undefined,
      {
        key: 'cost',
        header: t('column.cost'),
        width: 168,
        align: 'end',
        priority: 3,
        skeleton: 'money',
        cell: (row) => <MoneyRange low={row.cost_from} high={row.cost_to} currency={row.currency} />,
      },
      {
        key: 'shipping',
        header: t('column.shipping'),
        width: 128,
        align: 'end',
        priority: 3,
        skeleton: 'money',
        cell: (row) => <Shipping row={row} />,
      },
      {
        key: 'price',
        header: t('column.price'),
        width: 168,
        align: 'end',
        priority: 2,
        skeleton: 'money',
        cell: (row) => <MoneyRange low={row.price_from} high={row.price_to} currency={row.currency} />,
      },
      {
        key: 'variants',
        header: t('column.variants'),
        width: 92,
        align: 'end',
        priority: 3,
        skeleton: 'short',
        cell: (row) => number(row.total_variant),
      },
      {
        key: 'updated',
        header: t(withStores ? 'column.updated' : 'column.imported'),
        width: 150,
        priority: 4,
        skeleton: 'short',
        cell: (row) => <Ago iso={withStores ? row.updated_at : row.created_at} />,
      },
    ];
    return columns.filter((column) => column !== undefined);
  }, [t, number, withStores]);
}

/** A product on a small screen: picture, title, price, and how it stands in its stores. */
export function ProductRowCard({ row }: { row: ProductSummary }) {
  const { t } = useTranslation('products');
  const stores = byStore(row.listings);
  return (
    <Card
      picture={<ProductPicture src={pictureAt(row.image, 56)} alt="" size={56} />}
      title={<bdi>{row.title}</bdi>}
      aside={<Money value={row.price_from} currency={row.currency} strong />}
      facts={
        <>
          {stores.map((store) => (
            <span key={store.storeId} className={classes.pair}>
              <PlatformMark platform={store.platform} />
              <StatusBadge tone={LISTING_TONES[store.state]} label={t(`listing.state.${store.state}`)} />
            </span>
          ))}
          {stores.length === 0 ? (
            <>
              <SourceMark source={row.source} />
              <span>{t('variants', { count: row.total_variant })}</span>
            </>
          ) : null}
          {row.is_sandbox ? <SandboxTag /> : null}
          <WatchMarks watch={row.watch} />
        </>
      }
    />
  );
}
