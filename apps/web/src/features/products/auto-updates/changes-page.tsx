import type { AutoUpdateChange } from '@quayside/contracts';
import { AUTO_UPDATE_FILTERS } from '@quayside/contracts/auto-update-choices.ts';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../kit/card-list.tsx';
import type { Column } from '../../../kit/columns.ts';
import { LinkButton } from '../../../kit/link-button.tsx';
import { ListPage } from '../../../kit/list-page.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { pictureAt } from '../picture-at.ts';
import { SectionActions, SectionRow } from '../sections.tsx';
import { useProductFilters } from '../use-product-filters.ts';
import { ChangedProduct, ChangedValue, ChangeState, Why } from './change-cells.tsx';
import { Holds } from './holds.tsx';

const TABS = AUTO_UPDATE_FILTERS;
const RULES = '/app/products/auto-update/rules';

/** Undoes and reviews changes, and says how many could not be. */
function useChanges() {
  const { t } = useTranslation('autoUpdates');
  const client = useQueryClient();
  const run = async (
    call: () => Promise<{ changed: string[]; failed: Record<string, { text: string }> }>,
    key: 'undo' | 'apply' | 'dismiss',
  ) => {
    // A refusal of the whole call was shown by the call itself.
    const outcome = await call().catch(() => undefined);
    await client.invalidateQueries({ queryKey: ['products'] });
    if (!outcome) return;
    const [refused] = Object.values(outcome.failed);
    if (outcome.changed.length > 0) toast('success', t(`told.${key}`, { done: outcome.changed.length }));
    if (refused) toast('warning', t('told.failed', { left: Object.keys(outcome.failed).length, reason: refused.text }));
  };
  return {
    undo: (change_ids: string[]) =>
      run(() => api('POST /center/products/auto_update/changes/undo', { body: { change_ids } }), 'undo'),
    review: (change_ids: string[], choice: 'apply' | 'dismiss') =>
      run(() => api('POST /center/products/auto_update/changes/review', { body: { change_ids, choice } }), choice),
  };
}

function Actions({ rows, done }: { rows: readonly AutoUpdateChange[]; done?: () => void }) {
  const { t } = useTranslation('autoUpdates');
  const changes = useChanges();
  const ids = (of: (row: AutoUpdateChange) => boolean) => rows.filter(of).map((row) => row.change_id);
  const undoable = ids((row) => row.can_undo);
  const open = ids((row) => row.state === 'approval');
  const act = (call: Promise<void>) => void call.then(done);
  return (
    <>
      {undoable.length > 0 ? (
        <MayButton
          needs="products.push"
          size="xs"
          variant="default"
          leftSection={<Undo2 size={14} className="flip" aria-hidden />}
          onClick={() => act(changes.undo(undoable))}
        >
          {t('undo')}
        </MayButton>
      ) : null}
      {open.length > 0 ? (
        <>
          <MayButton needs="products.push" size="xs" onClick={() => act(changes.review(open, 'apply'))}>
            {t('apply')}
          </MayButton>
          <MayButton
            needs="products.push"
            size="xs"
            variant="default"
            onClick={() => act(changes.review(open, 'dismiss'))}
          >
            {t('dismiss')}
          </MayButton>
        </>
      ) : null}
    </>
  );
}

/** What automatic updates changed in stores, and what waits for a person. */
export default function AutoUpdateChangesPage() {
  const { t } = useTranslation('autoUpdates');
  const { shownStore: { id: shownStore } = {} } = useAccount();
  const all = useProductFilters(true);
  const filters = useMemo(() => all.filter(({ key }) => key === 'store'), [all]);
  const view = useListView<AutoUpdateChange>({
    name: 'auto-update-changes',
    topic: 'products',
    tabs: TABS,
    filters,
    extra: { shownStore },
    id: (row) => row.change_id,
    read: (state, cursor, signal) =>
      api('GET /center/products/auto_update/changes', {
        query: {
          store_id: shownStore ?? state.filters.store?.[0],
          state: TABS.find((tab) => tab === state.tab) ?? 'all',
          page_size: 50,
          page: state.page,
          cursor,
        },
        signal,
      }),
  });
  const columns = useMemo<Column<AutoUpdateChange>[]>(
    () => [
      {
        key: 'product',
        header: t('column.product'),
        priority: 1,
        grow: true,
        width: 260,
        skeleton: 'picture',
        cell: (row) => <ChangedProduct row={row} />,
      },
      { key: 'change', header: t('column.change'), priority: 1, width: 170, cell: (row) => <ChangedValue row={row} /> },
      { key: 'why', header: t('column.why'), priority: 1, width: 220, cell: (row) => <Why row={row} /> },
      { key: 'state', header: t('column.state'), priority: 1, width: 240, cell: (row) => <ChangeState row={row} /> },
    ],
    [t],
  );
  return (
    <>
      <SectionRow active="updates" />
      <ListPage
        view={view}
        title={t('title')}
        actions={
          <>
            <LinkButton to={RULES}>{t('rules.open')}</LinkButton>
            <SectionActions active="updates" />
          </>
        }
        tabs={TABS.map((key) => ({ key, label: t(`tab.${key}`), alert: key === 'approval' || key === 'attention' }))}
        columns={columns}
        variableRows
        banner={<Holds />}
        card={(row) => (
          <Card
            picture={<ProductPicture src={pictureAt(row.image, 56)} alt="" size={56} />}
            title={<bdi>{row.title}</bdi>}
            facts={
              <>
                {row.variant ? <bdi>{row.variant}</bdi> : null}
                <bdi>{row.store_name}</bdi>
                <ChangedValue row={row} />
                <Why row={row} />
                <ChangeState row={row} />
              </>
            }
          />
        )}
        rowActions={(row) => <Actions rows={[row]} />}
        bulk={(selection, _count, done) => (
          <Actions
            rows={view.list.rows.filter((row) => selection.all || selection.ids.includes(row.change_id))}
            done={done}
          />
        )}
        empty={
          <EmptyState
            picture={<RefreshCw size={28} strokeWidth={1.5} aria-hidden />}
            title={t('empty')}
            text={t('emptyText')}
            action={<LinkButton to={RULES}>{t('rules.open')}</LinkButton>}
          />
        }
      />
    </>
  );
}
