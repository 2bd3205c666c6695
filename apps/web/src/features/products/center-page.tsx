import { ActionIcon, Button } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { WATCH_FILTERS } from '@quayside/contracts/monitoring-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Boxes, Pencil, Send, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import { QuotaBanner } from '../plans/index.ts';
import { useAdoption } from './adoption/use-adoption.tsx';
import { matchingQuery, type ProductFilter } from './bulk/bulk-queries.ts';
import { useBulkEdits } from './bulk/use-bulk-edits.tsx';
import { usePushAll } from './bulk/use-push-all.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { CenterPanel } from './center-panel.tsx';
import { CopyIcons } from './copies/copy-icons.tsx';
import { copyTarget } from './copies/use-copy.ts';
import { useSplitDialog } from './copies/use-split-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EnhanceIcon } from './enhance-icon.tsx';
import { useExport } from './files/use-export.tsx';
import { ProductRowCard, useProductColumns } from './product-columns.tsx';
import { centerCounts } from './product-queries.ts';
import { pushOfProduct } from './push/push-product.ts';
import { usePushDrawer } from './push/use-push-drawer.tsx';
import { SectionActions, SectionRow } from './sections.tsx';
import { useProductFilters } from './use-product-filters.ts';

const NO_TABS: readonly string[] = [];
const TABS = ['all', 'pushed', 'processing', 'failed', 'unpushed'] as const;
export const CENTER_EDITOR = '/app/products-center/editor/$productCenterId';

/** All products: how each stands in each store, what failed and why, and pushing again. */
export default function CenterPage() {
  return <ProductCenter />;
}

/** The product center, or of it the products that are watched at their suppliers (route R047). */
export function ProductCenter({ watched }: { watched?: boolean }) {
  const { t } = useTranslation(['products', 'monitoring']);
  const navigate = useNavigate();
  const { shownStore: { id: shownStore } = {} } = useAccount();
  const filters = useProductFilters(true);
  const columns = useProductColumns(true);
  const push = usePushDrawer();
  const split = useSplitDialog();
  const [deleting, setDeleting] = useState<{ rows: readonly ProductSummary[]; done?: () => void }>({ rows: [] });
  const mayNot = useMay().why('products.change');
  const pushAll = usePushAll(push);
  const edits = useBulkEdits();
  const adoption = useAdoption();
  const view = useListView<ProductSummary>({
    name: watched ? 'auto-update' : 'center',
    topic: 'products',
    tabs: watched ? NO_TABS : TABS,
    filters,
    extra: { shownStore },
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /center/products/listings/elastic-products', {
        query: {
          keyword: state.q || undefined,
          state: TABS.find((tab) => tab === state.tab) ?? 'all',
          source: state.filters.source?.[0] as ProductSummary['source'] | undefined,
          watch: WATCH_FILTERS.find((one) => one === state.filters.watch?.[0]) ?? (watched ? 'watched' : undefined),
          store_id: shownStore ?? state.filters.store?.[0],
          tag: state.filters.tag?.[0],
          sort: 'newest',
          page_size: 50,
          page: state.page,
          cursor,
        },
        signal,
      }),
  });
  const filter: ProductFilter = {
    keyword: view.state.q || undefined,
    state: TABS.find((tab) => tab === view.state.tab) ?? 'all',
    source: view.state.filters.source?.[0] as ProductSummary['source'] | undefined,
    watch: WATCH_FILTERS.find((one) => one === view.state.filters.watch?.[0]) ?? (watched ? 'watched' : undefined),
    store_id: shownStore ?? view.state.filters.store?.[0],
    tag: view.state.filters.tag?.[0],
  };
  const { data: matching } = useQuery(matchingQuery(filter));
  const exporting = useExport(matching?.count);
  const { data: counts } = useQuery(centerCounts(shownStore ?? view.state.filters.store?.[0]));
  const edit = (id: string) => void navigate({ to: CENTER_EDITOR, params: { productCenterId: id } });

  return (
    <>
      <Suspense fallback={null}>
        <QuotaBanner feature={watched ? 'PRODUCT_TRACKING' : 'PRODUCT_LISTING'} />
      </Suspense>
      <SectionRow active={watched ? 'auto' : 'products'} />
      <ListPage
        view={view}
        variableRows
        title={t(watched ? 'monitoring:auto.title' : 'center.title')}
        actions={
          <>
            {exporting.button({ filter })}
            {watched ? null : (
              <MayButton needs="products.change" variant="default" onClick={adoption.open}>
                {t('bringIn')}
              </MayButton>
            )}
            <SectionActions active={watched ? 'auto' : 'products'} />
            {edits.history}
          </>
        }
        searchLabel={t('center.search')}
        columns={columns}
        tabs={
          watched
            ? undefined
            : TABS.map((key) => ({
                key,
                label: t(`tab.${key}`),
                count: counts?.[key],
                alert: key === 'failed',
              }))
        }
        card={(row) => <ProductRowCard row={row} />}
        canChooseAll
        matching={matching && { count: matching.count, capped: false }}
        bulk={(selection, count, done) => {
          if (selection.all)
            return (
              <>
                {pushAll.button(filter, count, done)}
                {edits.button(filter, count, done)}
                {exporting.button({ filter }, 'xs')}
              </>
            );
          const rows = view.list.rows.filter((row) => selection.ids.includes(row.id));
          return (
            <>
              <BulkActions rows={rows} count={count} push={push} done={done} />
              {exporting.button({ productIds: selection.ids }, 'xs')}
              <MayButton
                needs="products.change"
                size="xs"
                variant="default"
                leftSection={<Trash2 size={14} aria-hidden />}
                onClick={() => setDeleting({ rows, done })}
              >
                {t('delete.action')}
              </MayButton>
            </>
          );
        }}
        rowActions={(row) => (
          <>
            <Button
              size="xs"
              leftSection={<Pencil size={14} aria-hidden />}
              aria-label={t('edit.named', { name: row.title })}
              onClick={() => edit(row.id)}
            >
              {t('edit.action')}
            </Button>
            <EnhanceIcon row={row} />
            <ActionIcon
              size={28}
              aria-label={t('push.named', { name: row.title })}
              data-hint={t('push.action')}
              onClick={() => push.open([pushOfProduct(row)])}
            >
              <Send size={15} className="flip" aria-hidden />
            </ActionIcon>
            <CopyIcons target={copyTarget(row)} title={row.title} variants={row.total_variant} onSplit={split.open} />
            <ActionIcon
              size={28}
              aria-label={t('delete.named', { name: row.title })}
              aria-disabled={mayNot ? true : undefined}
              data-disabled={mayNot ? true : undefined}
              data-hint={mayNot ?? t('delete.action')}
              onClick={mayNot ? undefined : () => setDeleting({ rows: [row] })}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          </>
        )}
        detail={(id, nav) => (
          <CenterPanel
            id={id}
            row={view.list.rows.find((row) => row.id === id)}
            nav={nav}
            onPush={(row) => push.open([pushOfProduct(row)])}
            onSplit={split.open}
          />
        )}
        empty={
          <EmptyState
            picture={<Boxes size={28} strokeWidth={1.5} aria-hidden />}
            title={t(watched ? 'monitoring:auto.empty' : 'center.empty')}
            text={t(watched ? 'monitoring:auto.emptyText' : 'center.emptyText')}
            action={
              <>
                <LinkButton to={watched ? '/app/products-center' : '/app/find-product'}>
                  {t(watched ? 'monitoring:auto.choose' : 'imports.find')}
                </LinkButton>
                {watched ? null : (
                  <MayButton needs="products.change" variant="default" onClick={adoption.open}>
                    {t('bringIn')}
                  </MayButton>
                )}
              </>
            }
          />
        }
      />
      {push.drawer}
      {split.dialog}
      <DeleteDialog
        inCenter
        products={deleting.rows}
        onClose={() => setDeleting({ rows: [] })}
        onDeleted={() => deleting.done?.()}
      />
      {pushAll.drawer}
      {edits.drawers}
      {exporting.dialog}
      {adoption.dialog}
    </>
  );
}
