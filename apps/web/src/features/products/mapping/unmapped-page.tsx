import { Button, NativeSelect } from '@mantine/core';
import { Link2 } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import { ListPage } from '../../../kit/list-page.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { storeFilter } from '../../../lib/store-filter.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CopyIcons } from '../copies/copy-icons.tsx';
import { useSplitDialog } from '../copies/use-split-dialog.tsx';
import { PlatformMark, SourceMark } from '../mark.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import { Confidence } from './confidence.tsx';
import { DismissIcon } from './dismiss-icon.tsx';
import classes from './mapping.module.css';
import { type UnmappedRow, useMap } from './use-map.ts';

const ChooseDrawer = lazyChunk(() => import('./choose-drawer.tsx').then((part) => ({ default: part.ChooseDrawer })));

const THRESHOLDS = [95, 90, 80, 70, 60] as const;
const USUAL_THRESHOLD = 90;

function Sold({ row }: { row: UnmappedRow }) {
  return (
    <span className={classes.row}>
      <ProductPicture src={row.image} alt="" size={40} />
      <span className={classes.words}>
        <span className={`${classes.title} ${classes.cut}`} dir="auto">
          {row.title}
        </span>
        <span className={classes.under}>
          {row.variant_title ? <bdi>{row.variant_title}</bdi> : null}
          {row.sku ? <span className="mono">{row.sku}</span> : null}
          <PlatformMark platform={row.platform} />
          <bdi>{row.store_name}</bdi>
          {row.is_sandbox ? <SandboxTag /> : null}
        </span>
      </span>
    </span>
  );
}

function Match({ row }: { row: UnmappedRow }) {
  const { t } = useTranslation('mapping');
  const { recommendation: best } = row;
  if (!row.external_variant_id) return <span className={classes.quiet}>{t('onlyOrder')}</span>;
  if (!best) return <span className={classes.quiet}>{t('noMatch')}</span>;
  return (
    <span className={classes.row}>
      <ProductPicture src={best.image} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.cut} dir="auto">
          {best.title}
        </span>
        <span className={classes.under}>
          {best.option_values.length > 0 ? <bdi>{best.option_values.join(' / ')}</bdi> : null}
          <SourceMark source={best.source} />
          <Money value={best.cost} />
        </span>
      </span>
    </span>
  );
}

function Ago({ iso }: { iso: string }) {
  const { timeAgo } = useFormats();
  return <>{timeAgo(iso, useNow())}</>;
}

/** What stores sold without a known supplier, each with the imported variant it probably is. */
export default function UnmappedPage() {
  const { t } = useTranslation(['mapping', 'products']);
  const { percent } = useFormats();
  const { account, workplaceId, shownStore } = useAccount();
  const [least, setLeast] = useState<number>(USUAL_THRESHOLD);
  const [choosing, setChoosing] = useState<UnmappedRow>();
  const [open, setOpen] = useState(false);
  const map = useMap();
  const split = useSplitDialog();
  const stores = account?.linked_stores;
  const filters = useMemo(
    () => (shownStore ? [] : [storeFilter(t('products:filter.store'), stores, workplaceId)]),
    [t, shownStore, stores, workplaceId],
  );
  const view = useListView<UnmappedRow>({
    name: 'unmapped',
    topic: 'orders',
    filters,
    extra: { shownStore: shownStore?.id },
    id: (row) => row.channel_product_id,
    read: (state, cursor, signal) =>
      api('GET /center/products/recommend-unmap', {
        query: {
          keyword: state.q || undefined,
          store_id: shownStore?.id ?? state.filters.store?.[0],
          sort: 'newest',
          page_size: 50,
          page: state.page,
          cursor,
        },
        signal,
      }),
  });
  const columns = useMemo<Column<UnmappedRow>[]>(
    () => [
      {
        key: 'sold',
        header: t('column.sold'),
        priority: 1,
        grow: true,
        width: 260,
        skeleton: 'picture',
        cell: (row) => <Sold row={row} />,
      },
      {
        key: 'match',
        header: t('column.match'),
        priority: 1,
        width: 300,
        skeleton: 'picture',
        cell: (row) => <Match row={row} />,
      },
      {
        key: 'confidence',
        header: t('column.confidence'),
        priority: 2,
        width: 180,
        skeleton: 'short',
        cell: ({ recommendation: best }) =>
          best ? <Confidence confidence={best.confidence} reasons={best.reasons} /> : null,
      },
      {
        key: 'last',
        header: t('column.last'),
        priority: 4,
        width: 120,
        skeleton: 'short',
        cell: (row) => <Ago iso={row.seen_at} />,
      },
    ],
    [t],
  );
  const accept = (rows: readonly UnmappedRow[]) =>
    map.rows(rows.flatMap((row) => (row.recommendation ? [{ row, to: row.recommendation }] : [])));
  const choose = (row: UnmappedRow) => {
    setChoosing(row);
    setOpen(true);
  };

  return (
    <>
      <SectionRow active="unmapped" />
      <ListPage
        view={view}
        variableRows
        title={t('unmapped.title')}
        intro={<p className={classes.intro}>{t('unmapped.note')}</p>}
        actions={<SectionActions active="unmapped" />}
        searchLabel={t('unmapped.search')}
        columns={columns}
        tools={
          <span className={classes.tools}>
            <NativeSelect
              aria-label={t('threshold')}
              size="xs"
              value={String(least)}
              onChange={(event) => setLeast(Number(event.currentTarget.value))}
              data={THRESHOLDS.map((one) => ({ value: String(one), label: percent(one / 100) }))}
            />
            <MayButton
              needs="products.change"
              size="xs"
              variant="default"
              loading={map.busy}
              disabled={view.list.rows.length === 0}
              onClick={() => void map.all(least, shownStore?.id ?? view.state.filters.store?.[0])}
            >
              {t('mapAll', { percent: percent(least / 100) })}
            </MayButton>
          </span>
        }
        card={(row) => (
          <Card
            picture={<ProductPicture src={row.image} alt="" size={56} />}
            title={<bdi>{row.title}</bdi>}
            facts={
              <>
                {row.variant_title ? <bdi>{row.variant_title}</bdi> : null}
                <Match row={row} />
                {row.recommendation ? (
                  <Confidence confidence={row.recommendation.confidence} reasons={row.recommendation.reasons} />
                ) : null}
              </>
            }
          />
        )}
        onOpen={(id) => {
          const row = view.list.rows.find((one) => one.channel_product_id === id);
          if (row?.external_variant_id) choose(row);
        }}
        bulk={(selection, _count, done) => {
          const chosen = selection.all
            ? view.list.rows
            : view.list.rows.filter((row) => selection.ids.includes(row.channel_product_id));
          const rows = chosen.filter((row) => row.recommendation);
          const others = chosen.filter((row) => !row.recommendation && row.external_variant_id);
          return (
            <>
              {others.length > 0 ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  variant="default"
                  loading={map.busy}
                  onClick={() => void map.create(others).then((ended) => ended && done())}
                >
                  {t('create', { count: others.length })}
                </MayButton>
              ) : null}
              <MayButton
                needs="products.change"
                size="xs"
                loading={map.busy}
                disabled={rows.length === 0}
                onClick={() => void accept(rows).then((ended) => ended && done())}
              >
                {t('mapChosen', { count: rows.length })}
              </MayButton>
            </>
          );
        }}
        rowActions={(row) =>
          row.external_variant_id ? (
            <>
              {row.recommendation ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  aria-label={t('mapNamed', { name: row.title })}
                  onClick={() => void accept([row])}
                >
                  {t('map')}
                </MayButton>
              ) : null}
              <Button
                size="xs"
                variant="default"
                aria-label={t('chooseNamed', { name: row.title })}
                onClick={() => choose(row)}
              >
                {t('choose')}
              </Button>
              {row.recommendation ? (
                <CopyIcons
                  target={{
                    list: 'unmapped',
                    id: row.channel_product_id,
                    productId: row.recommendation.product_id,
                  }}
                  title={row.recommendation.title}
                  onSplit={split.open}
                />
              ) : null}
              <DismissIcon row={row} />
            </>
          ) : (
            <DismissIcon row={row} />
          )
        }
        empty={
          <EmptyState
            picture={<Link2 size={28} strokeWidth={1.5} aria-hidden />}
            title={t('unmapped.empty')}
            text={t('unmapped.emptyText')}
          />
        }
      />
      {split.dialog}
      {choosing ? (
        <Suspense fallback={null}>
          <ChooseDrawer
            key={choosing.channel_product_id}
            row={choosing}
            open={open}
            onClose={() => setOpen(false)}
            map={map}
          />
        </Suspense>
      ) : null}
    </>
  );
}
