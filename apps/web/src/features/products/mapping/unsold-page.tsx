import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useListView } from '../../../kit/use-list-view.ts';
import { api } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { storeFilter } from '../../../lib/store-filter.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { PlatformMark, SourceMark } from '../mark.tsx';
import { SectionActions, SectionRow } from '../sections.tsx';
import { Confidence } from './confidence.tsx';
import classes from './mapping.module.css';
import { SuggestionSettings } from './suggestion-settings.tsx';
import { useMap } from './use-map.ts';
import { type SuggestionDecision, type SuggestionRow, useSuggestions } from './use-suggestions.ts';

const ChooseDrawer = lazyChunk(() => import('./choose-drawer.tsx').then((part) => ({ default: part.ChooseDrawer })));

const TABS = ['proposed', 'none', 'applied', 'refused'] as const;
type Tab = (typeof TABS)[number];
const tabOf = (key: string): Tab => TABS.find((tab) => tab === key) ?? 'proposed';

function Own({ row }: { row: SuggestionRow }) {
  const { t } = useTranslation('mapping');
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
          {row.automatic ? <StatusBadge tone="done" label={t('unsold.automatic')} /> : null}
        </span>
      </span>
    </span>
  );
}

function Match({ row }: { row: SuggestionRow }) {
  const { t } = useTranslation('mapping');
  const { recommendation: best } = row;
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

/** Stores' variants that no supplier is known for, sold or not, each with the imported variant it probably is. */
export default function UnsoldPage() {
  const { t } = useTranslation(['mapping', 'products']);
  const { account, workplaceId, shownStore } = useAccount();
  const { decide, busy } = useSuggestions();
  const map = useMap();
  const [choosing, setChoosing] = useState<SuggestionRow>();
  const [open, setOpen] = useState(false);
  const stores = account?.linked_stores;
  const filters = useMemo(
    () => (shownStore ? [] : [storeFilter(t('products:filter.store'), stores, workplaceId)]),
    [t, shownStore, stores, workplaceId],
  );
  const view = useListView<SuggestionRow>({
    name: 'unsold',
    topic: 'products',
    tabs: TABS,
    filters,
    extra: { shownStore: shownStore?.id },
    id: (row) => row.suggestion_id,
    read: (state, cursor, signal) =>
      api('GET /mapping/suggestions', {
        query: {
          tab: tabOf(state.tab),
          keyword: state.q || undefined,
          store_id: shownStore?.id ?? state.filters.store?.[0],
          page_size: 50,
          page: state.page,
          cursor,
        },
        signal,
      }),
  });
  const tab = tabOf(view.state.tab);
  const which = {
    keyword: view.state.q || undefined,
    store_id: shownStore?.id ?? view.state.filters.store?.[0],
  };
  const { data: counts } = useQuery({
    queryKey: queryKeys.part('products', 'suggestion-counts', which),
    queryFn: ({ signal }) => api('GET /mapping/suggestions/counts', { query: which, signal }),
  });
  const columns = useMemo<Column<SuggestionRow>[]>(
    () => [
      {
        key: 'own',
        header: t('unsold.column'),
        priority: 1,
        grow: true,
        width: 260,
        skeleton: 'picture',
        cell: (row) => <Own row={row} />,
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
    ],
    [t],
  );
  const named = (row: SuggestionRow) => ({ name: [row.title, row.variant_title].filter(Boolean).join(' ') });
  const choose = (row: SuggestionRow) => {
    setChoosing(row);
    setOpen(true);
  };
  const canDecide = tab === 'proposed' || tab === 'refused';

  return (
    <>
      <SectionRow active="unsold" />
      <ListPage
        view={view}
        variableRows
        title={t('unsold.title')}
        intro={
          <div className={classes.intro}>
            <p className={classes.quiet}>{t('unsold.note')}</p>
            <SuggestionSettings />
          </div>
        }
        actions={<SectionActions active="unsold" />}
        searchLabel={t('unsold.search')}
        tabs={TABS.map((key) => ({
          key,
          label: t(`unsold.tab.${key}`),
          ...(counts ? { count: counts[key] } : {}),
        }))}
        columns={columns}
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
          const row = view.list.rows.find((one) => one.suggestion_id === id);
          if (row && tab !== 'applied') choose(row);
        }}
        bulk={(selection, _count, done) => {
          const rows = view.list.rows.filter((row) => selection.all || selection.ids.includes(row.suggestion_id));
          const matched = rows.filter((row) => row.recommendation);
          const run = (decision: SuggestionDecision, chosen: readonly SuggestionRow[]) =>
            void decide(
              decision,
              chosen.map((row) => row.suggestion_id),
            ).then((ended) => ended && done());
          if (tab === 'applied')
            return (
              <MayButton needs="products.change" size="xs" loading={busy} onClick={() => run('undo', rows)}>
                {t('unsold.undoChosen', { count: rows.length })}
              </MayButton>
            );
          return (
            <>
              {tab === 'proposed' ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  variant="default"
                  loading={busy}
                  onClick={() => run('refuse', rows)}
                >
                  {t('unsold.refuseChosen', { count: rows.length })}
                </MayButton>
              ) : null}
              <MayButton
                needs="products.change"
                size="xs"
                loading={busy}
                disabled={matched.length === 0}
                onClick={() => run('accept', matched)}
              >
                {t('mapChosen', { count: matched.length })}
              </MayButton>
            </>
          );
        }}
        rowActions={(row) =>
          tab === 'applied' ? (
            <MayButton
              needs="products.change"
              size="xs"
              variant="default"
              disabled={busy}
              aria-label={t('unsold.undoNamed', named(row))}
              onClick={() => void decide('undo', [row.suggestion_id])}
            >
              {t('unsold.undo')}
            </MayButton>
          ) : (
            <>
              {canDecide && row.recommendation ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  disabled={busy}
                  aria-label={t('mapNamed', named(row))}
                  onClick={() => void decide('accept', [row.suggestion_id])}
                >
                  {t('map')}
                </MayButton>
              ) : null}
              {tab === 'proposed' ? (
                <MayButton
                  needs="products.change"
                  size="xs"
                  variant="default"
                  disabled={busy}
                  aria-label={t('unsold.refuseNamed', named(row))}
                  onClick={() => void decide('refuse', [row.suggestion_id])}
                >
                  {t('unsold.refuse')}
                </MayButton>
              ) : null}
              <Button size="xs" variant="default" aria-label={t('chooseNamed', named(row))} onClick={() => choose(row)}>
                {t('choose')}
              </Button>
            </>
          )
        }
        empty={
          <EmptyState
            picture={<Link2 size={28} strokeWidth={1.5} aria-hidden />}
            title={t(`unsold.empty.${tab}`)}
            text={t('unsold.emptyText')}
          />
        }
      />
      {choosing ? (
        <Suspense fallback={null}>
          <ChooseDrawer
            key={choosing.suggestion_id}
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
