import { Button } from '@mantine/core';
import type { Collection, SourceCard } from '@quayside/contracts';
import { SearchX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../kit/data-table.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { useHand } from '../../../kit/use-hand.ts';
import type { ListView } from '../../../kit/use-list-view.ts';
import { holdRows } from '../../../lib/held-rows.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { importKey } from '../import-state.ts';
import { CardGrid } from './card-grid.tsx';
import { useFindColumns } from './find-columns.tsx';
import classes from './find-page.module.css';
import { ProductCard } from './product-card.tsx';

const NO_COLUMNS: readonly string[] = [];

interface Props {
  view: ListView<SourceCard>;
  asTable: boolean;
  shipTo: string;
  chosenIds: ReadonlySet<string>;
  choosing: boolean;
  onToggle(key: string): void;
  openId: string | undefined;
  activeId: string | undefined;
  onActive(id: string): void;
  onOpen(row: SourceCard): void;
  isFiltered: boolean;
  /** A supplier could not be asked, which is said above. */
  isAway: boolean;
  /** A supplier is being asked, or a catalogue is being read for the first time. */
  isReading: boolean;
  collection: Collection | undefined;
  /** The page of a pasted address stands above, and says that nothing was found. */
  isOutside: boolean;
  onReset(): void;
  /** Stands in the head of the table. */
  bulk: ReactNode;
}

/** The found products as cards or as rows, with what stands in their place while there are none. */
export function FindRows(props: Props) {
  const { view, asTable, shipTo, chosenIds, bulk, openId, activeId } = props;
  const { list } = view;
  const { t } = useTranslation(['sourcing', 'common']);
  const mobile = useIsMobile();
  const columns = useFindColumns(shipTo);
  const body = useRef<HTMLDivElement>(null);
  const rows = useHeldRows(view, body);
  const isEmpty = !list.isLoading && !list.error && rows.length === 0;
  const emptyWords = useEmptyWords(props);

  return (
    <div ref={body} className={classes.body} data-table={asTable || undefined}>
      {list.error && rows.length === 0 ? (
        <ErrorState error={list.error} onRetry={list.retry} />
      ) : isEmpty && props.isOutside ? null : isEmpty ? (
        <EmptyState
          picture={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
          {...emptyWords}
          action={
            props.isFiltered ? (
              <Button variant="default" onClick={props.onReset}>
                {t('common:filter.clear')}
              </Button>
            ) : props.collection ? (
              <LinkButton to="/app/find-product" variant="default">
                {t('collection.browse')}
              </LinkButton>
            ) : props.isAway || props.isReading ? undefined : (
              <LinkButton to="/app/channel" variant="default">
                {t('empty.toChannels')}
              </LinkButton>
            )
          }
        />
      ) : asTable ? (
        <DataTable
          rows={rows}
          id={importKey}
          columns={columns}
          hidden={NO_COLUMNS}
          label={t('title')}
          isLoading={list.isLoading}
          isStale={list.isStale}
          isLoadingMore={list.isLoadingMore}
          loadMore={list.loadMore}
          sort={view.state.sort}
          onSort={view.setSort}
          chosen={Object.fromEntries([...chosenIds].map((id) => [id, true]))}
          onChosen={(update) =>
            view.setSelection((now) => {
              const before = now.all ? [] : now.ids;
              const next = update(Object.fromEntries(before.map((id) => [id, true])));
              return { all: false, ids: Object.keys(next).filter((id) => next[id]) };
            })
          }
          bulk={bulk}
          openId={openId}
          onOpen={(id) => {
            const row = rows.find((one) => importKey(one) === id);
            if (row) props.onOpen(row);
          }}
          activeId={activeId}
          onActive={props.onActive}
        />
      ) : (
        <CardGrid
          rows={rows}
          id={importKey}
          label={t('title')}
          activeId={activeId}
          openId={openId}
          isLoading={list.isLoading}
          isStale={list.isStale}
          hasMore={list.hasMore}
          loadMore={list.loadMore}
          card={(row) => {
            const key = importKey(row);
            return (
              <ProductCard
                product={row}
                shipTo={shipTo}
                chosen={chosenIds.has(key)}
                choosing={props.choosing}
                touch={mobile}
                open={key === openId}
                besidePanel={openId !== undefined}
                collection={props.collection}
                onToggle={props.onToggle}
              />
            );
          }}
        />
      )}
      {list.error && rows.length > 0 ? <ErrorState small error={list.error} onRetry={list.retry} /> : null}
    </div>
  );
}

/** Why there is nothing: a supplier that did not answer is no reason to say that there is no such thing. */
function useEmptyWords({ isAway, isFiltered, isReading, collection }: Props) {
  const { t } = useTranslation('sourcing');
  if (isAway) return { title: t('empty.away'), text: t('empty.awayText') };
  if (isFiltered) return { title: t('empty.noMatch'), text: t('empty.noMatchText') };
  if (collection) return { title: t('collection.empty'), text: t('collection.emptyText') };
  return { title: t('empty.title'), text: isReading ? t('empty.text') : t('empty.noneText') };
}

/** The rows as shown: while a hand is on them, what comes in between waits for the next state. */
function useHeldRows(view: ListView<SourceCard>, body: React.RefObject<HTMLDivElement | null>): SourceCard[] {
  const { list, state } = view;
  const hand = useHand(body);
  const name = JSON.stringify(state);
  const shown = useRef({ ids: [] as string[], name });
  const before = shown.current.name === name && !list.isStale ? shown.current.ids : [];
  const held = holdRows(before, list.rows, importKey, hand).rows;
  useEffect(() => {
    shown.current = { ids: held.map(importKey), name };
  });
  return held;
}
