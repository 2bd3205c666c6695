import { ActionIcon, Button } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp, FlaskConical, Inbox, PackageSearch, Pencil, Send, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../kit/columns.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { EmptyState } from '../../kit/states.tsx';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { QuotaBanner } from '../plans/index.ts';
import { matchingQuery, type ProductFilter } from './bulk/bulk-queries.ts';
import { useBulkEdits } from './bulk/use-bulk-edits.tsx';
import { usePushAll } from './bulk/use-push-all.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { CopyIcons } from './copies/copy-icons.tsx';
import { useSplitDialog } from './copies/use-split-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { EnhanceIcon } from './enhance-icon.tsx';
import { useExport } from './files/use-export.tsx';
import classes from './import-page.module.css';
import { ProductRowCard, useProductColumns } from './product-columns.tsx';
import { pushOfProduct } from './push/push-product.ts';
import { usePushDrawer } from './push/use-push-drawer.tsx';
import { useProductFilters } from './use-product-filters.ts';

const EDITOR = '/app/products-import/editor/$productCenterId';

/** Products that are imported and in no store yet: edit, push, or take off the list. */
export default function ImportPage() {
  const { t } = useTranslation('products');
  const navigate = useNavigate();
  const filters = useProductFilters(false);
  const facts = useProductColumns(false);
  const push = usePushDrawer();
  const split = useSplitDialog();
  const pushAll = usePushAll(push);
  const edits = useBulkEdits();
  const [deleting, setDeleting] = useState<{ rows: readonly ProductSummary[]; done?: () => void }>({ rows: [] });
  const view = useListView<ProductSummary>({
    name: 'imports',
    topic: 'products',
    filters,
    id: (row) => row.id,
    read: (state, cursor, signal) =>
      api('GET /center/products/import/listing', {
        query: {
          keyword: state.q || undefined,
          source: state.filters.source?.[0] as ProductSummary['source'] | undefined,
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
    source: view.state.filters.source?.[0] as ProductSummary['source'] | undefined,
    tag: view.state.filters.tag?.[0],
    state: 'unpushed',
  };
  const { data: matching } = useQuery(matchingQuery(filter));
  const exporting = useExport(matching?.count);
  const edit = (id: string) => void navigate({ to: EDITOR, params: { productCenterId: id } });
  const sample = (product: string) => void navigate({ to: '/app/orders/create', search: { way: 'sample', product } });
  // A stable reference between renders, so that the columns stay the same.
  const acts = useRef({ edit, sample, push: push.open, remove: setDeleting, split: split.open });
  useEffect(() => {
    acts.current = { edit, sample, push: push.open, remove: setDeleting, split: split.open };
  });
  const columns = useMemo(
    (): Column<ProductSummary>[] => [
      ...facts,
      {
        key: 'actions',
        header: t('column.actions'),
        priority: 1,
        width: 430,
        align: 'end',
        skeleton: 'short',
        cell: (row) => (
          <span className={classes.actions}>
            <MayButton
              needs="products.push"
              size="xs"
              leftSection={<Send size={14} className="flip" aria-hidden />}
              onClick={() => acts.current.push([pushOfProduct(row)])}
            >
              {t('push.action')}
            </MayButton>
            <Button
              size="xs"
              variant="default"
              leftSection={<Pencil size={14} aria-hidden />}
              aria-label={t('edit.named', { name: row.title })}
              onClick={() => acts.current.edit(row.id)}
            >
              {t('edit.action')}
            </Button>
            <EnhanceIcon row={row} />
            <CopyIcons
              target={{ list: 'import', id: row.id, productId: row.id }}
              title={row.title}
              variants={row.total_variant}
              onSplit={(target) => acts.current.split(target)}
            />
            <ActionIcon
              size={28}
              aria-label={t('sampleNamed', { name: row.title })}
              data-hint={t('sample')}
              onClick={() => acts.current.sample(row.id)}
            >
              <FlaskConical size={15} aria-hidden />
            </ActionIcon>
            <ActionIcon
              size={28}
              aria-label={t('delete.named', { name: row.title })}
              data-hint={t('delete.action')}
              onClick={() => acts.current.remove({ rows: [row] })}
            >
              <Trash2 size={15} aria-hidden />
            </ActionIcon>
          </span>
        ),
      },
    ],
    [facts, t],
  );

  return (
    <>
      <Suspense fallback={null}>
        <QuotaBanner feature="PRODUCT_LISTING" />
      </Suspense>
      <ListPage
        view={view}
        title={t('imports.title')}
        searchLabel={t('imports.search')}
        columns={columns}
        actions={
          <>
            {exporting.button({ filter })}
            <LinkButton to="/app/products-import/file" variant="default" leftSection={<FileUp size={16} aria-hidden />}>
              {t('importFile')}
            </LinkButton>
            <LinkButton to="/app/find-product" variant="default" leftSection={<PackageSearch size={16} aria-hidden />}>
              {t('imports.find')}
            </LinkButton>
          </>
        }
        card={(row) => <ProductRowCard row={row} />}
        onOpen={edit}
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
        empty={
          <EmptyState
            picture={<Inbox size={28} strokeWidth={1.5} aria-hidden />}
            title={t('imports.empty')}
            text={t('imports.emptyText')}
            action={<LinkButton to="/app/find-product">{t('imports.find')}</LinkButton>}
          />
        }
      />
      {push.drawer}
      {split.dialog}
      {pushAll.drawer}
      {edits.drawers}
      {exporting.dialog}
      <DeleteDialog
        products={deleting.rows}
        onClose={() => setDeleting({ rows: [] })}
        onDeleted={() => deleting.done?.()}
      />
    </>
  );
}
