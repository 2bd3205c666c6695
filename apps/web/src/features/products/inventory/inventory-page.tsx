import type { InventoryRow } from '@quayside/contracts';
import { INVENTORY_STATES, LOW_STOCK } from '@quayside/contracts/inventory-states.ts';
import { useNavigate } from '@tanstack/react-router';
import { Boxes } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import { LinkButton } from '../../../kit/link-button.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { CENTER_EDITOR } from '../center-page.tsx';
import { PlatformMark, SourceMark } from '../mark.tsx';
import { pictureAt } from '../picture-at.ts';
import { SectionActions, SectionRow } from '../sections.tsx';
import { useProductFilters } from '../use-product-filters.ts';
import classes from './inventory.module.css';

const TABS = INVENTORY_STATES;

function Variant({ row }: { row: InventoryRow }) {
  return (
    <span className={classes.row}>
      <ProductPicture src={pictureAt(row.image, 40)} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {row.title}
        </span>
        <span className={classes.under}>
          {row.option_values.length > 0 ? <bdi>{row.option_values.join(' / ')}</bdi> : null}
          <span className="mono">{row.sku}</span>
          <SourceMark source={row.source} />
          {row.is_sandbox ? <SandboxTag /> : null}
        </span>
      </span>
    </span>
  );
}

/** Items at the supplier, and how old the figure is. */
function Supplier({ row }: { row: InventoryRow }) {
  const { t } = useTranslation(['products', 'monitoring']);
  const { number, timeAgo } = useFormats();
  const now = useNow();
  const { is_available: isAvailable, seen_at: seenAt, stock } = row;
  if (isAvailable === false) return <StatusBadge tone="broken" label={t('inventory.gone')} />;
  return (
    <span className={classes.figure}>
      <span data-stock={stock ?? ''} className={stock === null ? classes.quiet : undefined}>
        {stock === null ? t('inventory.unknown') : number(stock)}
      </span>
      {stock === 0 ? <StatusBadge tone="broken" label={t('inventory.state.out')} /> : null}
      <span className={classes.under}>
        {seenAt ? t('monitoring:watch.looked', { ago: timeAgo(seenAt, now) }) : t('inventory.untracked')}
      </span>
    </span>
  );
}

/** What each store was given at the last push, and whether the supplier has another number since. */
function Stores({ row }: { row: InventoryRow }) {
  const { t } = useTranslation('products');
  const { number } = useFormats();
  if (row.stores.length === 0) return <span className={classes.quiet}>{t('listing.none')}</span>;
  return (
    <ul className={classes.stores}>
      {row.stores.map((store) => {
        const differs = store.quantity !== null && row.stock !== null && store.quantity !== row.stock;
        return (
          <li key={store.listing_id}>
            <PlatformMark platform={store.platform} />
            <bdi className={classes.store}>{store.store_name}</bdi>
            <span>{store.quantity === null ? t('inventory.notTracked') : number(store.quantity)}</span>
            {differs ? <StatusBadge tone="waiting" label={t('inventory.outdated')} /> : null}
          </li>
        );
      })}
    </ul>
  );
}

/** Stock of every variant: at the supplier, and as it was pushed to each store. */
export default function InventoryPage() {
  const { t } = useTranslation(['products', 'monitoring']);
  const navigate = useNavigate();
  const { shownStore: { id: shownStore } = {} } = useAccount();
  const all = useProductFilters(true);
  const filters = useMemo(() => all.filter(({ key }) => key === 'store' || key === 'source'), [all]);
  const view = useListView<InventoryRow>({
    name: 'inventory',
    topic: 'products',
    tabs: TABS,
    filters,
    extra: { shownStore },
    id: (row) => row.variant_id,
    read: (state, cursor, signal) =>
      api('GET /center/products/inventory', {
        query: {
          keyword: state.q || undefined,
          source: state.filters.source?.[0] as InventoryRow['source'] | undefined,
          store_id: shownStore ?? state.filters.store?.[0],
          state: TABS.find((tab) => tab === state.tab) ?? 'all',
          page_size: 50,
          page: state.page,
          cursor,
        },
        signal,
      }),
  });
  const columns = useMemo<Column<InventoryRow>[]>(
    () => [
      {
        key: 'variant',
        header: t('column.product'),
        priority: 1,
        grow: true,
        width: 260,
        skeleton: 'picture',
        cell: (row) => <Variant row={row} />,
      },
      {
        key: 'supplier',
        header: t('inventory.supplier'),
        priority: 1,
        width: 230,
        skeleton: 'short',
        cell: (row) => <Supplier row={row} />,
      },
      {
        key: 'stores',
        header: t('column.stores'),
        priority: 1,
        width: 360,
        cell: (row) => <Stores row={row} />,
      },
    ],
    [t],
  );
  const open = (id: string): void => {
    const row = view.list.rows.find((one) => one.variant_id === id);
    if (row) void navigate({ to: CENTER_EDITOR, params: { productCenterId: row.product_id } });
  };
  return (
    <>
      <SectionRow active="inventory" />
      <ListPage
        view={view}
        title={t('inventory.title')}
        actions={<SectionActions active="inventory" />}
        tabs={TABS.map((key) => ({ key, label: t(`inventory.state.${key}`, { most: LOW_STOCK }) }))}
        searchLabel={t('inventory.search')}
        columns={columns}
        variableRows
        card={(row) => (
          <Card
            picture={<ProductPicture src={pictureAt(row.image, 56)} alt="" size={56} />}
            title={<bdi>{row.title}</bdi>}
            facts={
              <>
                {row.option_values.length > 0 ? <bdi>{row.option_values.join(' / ')}</bdi> : null}
                <Supplier row={row} />
                <Stores row={row} />
              </>
            }
          />
        )}
        onOpen={open}
        empty={
          <EmptyState
            picture={<Boxes size={28} strokeWidth={1.5} aria-hidden />}
            title={t('inventory.empty')}
            text={t('inventory.emptyText')}
            action={<LinkButton to="/app/find-product">{t('imports.find')}</LinkButton>}
          />
        }
      />
    </>
  );
}
