import type { Collection, SourceCard } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox, LayoutGrid, Rows3 } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../app/not-found-page.tsx';
import { CountryPicker } from '../../kit/country-picker.tsx';
import { FilterChips } from '../../kit/filter-chips.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { NOTHING } from '../../kit/selection.ts';
import { useListView } from '../../kit/use-list-view.ts';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { type UrlPart, urlPart, useUrlState } from '../../lib/url-state.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { QuotaBanner } from '../plans/index.ts';
import { pushOfSource, usePushDrawer } from '../products/index.ts';
import { BulletList } from './collections/bullet-list.tsx';
import { COLLECTION_SORTS } from './collections/collections.ts';
import { useCollection } from './collections/use-collection.ts';
import { ProductPanel } from './detail/product-panel.tsx';
import { cardCountries } from './find/card-countries.ts';
import { CategoryPicker } from './find/category-picker.tsx';
import { FindBulk } from './find/find-bulk.tsx';
import { useFindColumns } from './find/find-columns.tsx';
import { FindEmpty } from './find/find-empty.tsx';
import classes from './find/find-page.module.css';
import { DEFAULT_SHIP_TO, findQuery, getShipTo } from './find/find-query.ts';
import { pastedAddress } from './find/pasted-address.ts';
import { ProductCards } from './find/product-cards.tsx';
import { SortMenu } from './find/sort-menu.tsx';
import { usualSort } from './find/sorts.ts';
import { useDetailNav } from './find/use-detail-nav.ts';
import { useFindFilters } from './find/use-find-filters.ts';
import { importKey } from './import-state.ts';
import { heldRoom } from './saved/room.ts';

/** How often an empty list looks whether a catalogue that is being read has come. */
const FILLING_MS = 3_000;

const CollectionCards = lazyChunk(() => import('./collections/collection-cards.tsx'));
const SavedStrip = lazyChunk(() => import('./saved/saved-strip.tsx'));
const RecentStrip = lazyChunk(() => import('./recent/recent-strip.tsx'));
const OutsidePage = lazyChunk(() => import('./outside/outside-page.tsx'));
const URL_SHAPE = {
  ship: urlPart.text(DEFAULT_SHIP_TO),
  category: urlPart.text(),
  view: urlPart.choice(['grid', 'table']) as UrlPart<'grid' | 'table'>,
};

/** The whole catalogue, or one collection of it by the address. */
export default function FindPage() {
  const collection = useCollection();
  // Nothing that was chosen in one list is meant in another.
  return collection === 'unknown' ? <NotFound /> : <Found key={collection ?? ''} collection={collection} />;
}

/** Find products at the suppliers: words, category, filters, destination; cards or rows; one product open beside them. */
function Found({ collection }: { collection: Collection | undefined }) {
  const { t } = useTranslation(['sourcing', 'common']);
  const { count } = useFormats();
  const mobile = useIsMobile();
  const filters = useFindFilters();
  const [url, setUrl] = useUrlState(URL_SHAPE);
  const shipTo = getShipTo(url.ship);
  const category = url.category || undefined;
  const nav = useDetailNav(collection);
  const navigate = useNavigate();
  const push = usePushDrawer();
  const columns = useFindColumns(shipTo);
  const [refreshing, setRefreshing] = useState(false);
  const [problems, setProblems] = useState<readonly { key: string; text: string }[]>([]);
  const { q: words = '' } = useSearch({ from: '/app/find-product' });

  const found = useListView<SourceCard>({
    name: 'find',
    topic: 'sources',
    filters,
    defaultSort: collection && !words.trim() ? COLLECTION_SORTS[collection] : usualSort(words),
    extra: { shipTo, category, collection },
    id: importKey,
    read: async (state, cursor, signal) => {
      const page = await api('GET /center/products/find', {
        query: findQuery(state, { shipTo, category, collection }, cursor),
        signal,
      });
      setRefreshing(page.refreshing);
      if (!cursor) setProblems(page.problems);
      return page;
    },
  });
  const { list } = found;
  const { rows, retry } = list;
  // Nothing is told to an open list while a whole catalogue is read for the first time, so it asks by itself.
  const isFilling = refreshing && rows.length === 0;
  useEffect(() => {
    if (!isFilling) return;
    const timer = setInterval(retry, FILLING_MS);
    return () => clearInterval(timer);
  }, [isFilling, retry]);
  // The address of an open product is its own: the panel is one of the path, not of the search.
  const openId = nav.open && importKey({ source: nav.open.source, source_product_id: nav.open.productId });
  function open(id: string | undefined): void {
    if (id === undefined) nav.close();
    const row = rows.find((one) => importKey(one) === id);
    if (!row) return;
    const at = { source: row.source, productId: row.source_product_id, shipTo: nav.open?.shipTo ?? shipTo };
    nav.show(at, { replace: nav.open !== undefined });
  }
  const { data: counts } = useQuery({
    queryKey: queryKeys.part('counts', 'products'),
    queryFn: ({ signal }) => api('GET /center/products/count', { signal }),
  });
  const asTable = url.view === 'table' && !mobile;
  const isFiltered = found.isFiltered || category !== undefined;
  const view = { ...found, openId, open, isFiltered };
  const change = (patch: Parameters<typeof setUrl>[0]) => {
    found.setSelection(NOTHING);
    setUrl(patch);
  };
  const clear = () => {
    found.reset();
    if (category) setUrl({ category: '' });
  };
  // A page that no supplier is known to sell: what was found besides has only some of its words.
  const pasted = pastedAddress(words);
  const isKnown = list.isLoading || list.isStale || list.error || (rows.length > 0 && !list.hasSomeWords);
  const outside = isKnown ? undefined : pasted;
  const setShipTo = (code: string) => {
    cardCountries.forget();
    change({ ship: code });
  };
  const countries = <CountryPicker label={t('shipTo')} value={shipTo} onChange={setShipTo} />;
  const empty = outside ? null : (
    <FindEmpty
      isFiltered={isFiltered}
      isAway={problems.length > 0}
      isReading={refreshing}
      collection={collection}
      onReset={clear}
    />
  );

  return (
    <>
      <Suspense fallback={null}>
        <QuotaBanner feature="PRODUCT_IMPORT" />
      </Suspense>
      <ListPage
        view={view}
        title={collection ? t(`collection.${collection}.name`) : t('title')}
        onBack={collection ? () => void navigate({ to: '/app/find-product' }) : undefined}
        note={refreshing ? <span className={classes.asking}>{t('refreshing')}</span> : null}
        // On a phone the name takes the whole line.
        actions={
          collection && mobile ? null : (
            <LinkButton to="/app/products-import" variant="default" leftSection={<Inbox size={16} aria-hidden />}>
              {t('importList')}
              {counts ? <span className={classes.count}>{count(counts.unpushed)}</span> : null}
            </LinkButton>
          )
        }
        intro={collection ? <BulletList slug={collection} wide /> : null}
        searchLabel={t('search')}
        tools={mobile ? null : countries}
        filterRow={
          <>
            {mobile ? countries : null}
            <CategoryPicker value={category} onChange={(next) => change({ category: next ?? '' })} />
            <FilterChips filters={view.filters} values={view.state.filters} onChange={view.setFilters} />
            <SortMenu value={view.state.sort} onChange={view.setSort} />
            {mobile ? null : <ViewSwitch value={url.view} onChange={(next) => setUrl({ view: next })} />}
          </>
        }
        banner={
          <>
            {problems.map((problem) => (
              <p key={problem.text} className={classes.away} role="status">
                {problem.text}
              </p>
            ))}
            {collection || isFiltered ? null : (
              <>
                <Suspense fallback={heldRoom.read() ? <div className={classes.saved} /> : null}>
                  <SavedStrip />
                </Suspense>
                <Suspense fallback={null}>
                  <RecentStrip onOpen={(product) => nav.show({ ...product, shipTo })} />
                </Suspense>
                <Suspense fallback={<div className={classes.cards} />}>
                  <CollectionCards />
                </Suspense>
              </>
            )}
            {outside ? (
              <Suspense fallback={null}>
                <OutsidePage key={outside} address={outside} hasOthers={rows.length > 0} onClear={clear} />
              </Suspense>
            ) : null}
            {list.hasSomeWords && rows.length > 0 ? (
              <p className={classes.some} role="status">
                {t('someWords')}
              </p>
            ) : null}
          </>
        }
        columns={columns}
        cards={
          asTable
            ? undefined
            : (props) => <ProductCards {...props} view={view} shipTo={shipTo} collection={collection} />
        }
        bulk={(selection, _count, done) => {
          const chosen = selection.all ? rows : rows.filter((row) => selection.ids.includes(importKey(row)));
          return (
            <FindBulk
              chosen={chosen}
              shipTo={shipTo}
              onDone={done}
              onPush={() =>
                push.open(
                  chosen.map((row) => pushOfSource(row, shipTo)),
                  done,
                )
              }
            />
          );
        }}
        detail={(id, panel) =>
          nav.open ? (
            <ProductPanel
              open={nav.open}
              card={rows.find((row) => importKey(row) === id)}
              onShipTo={(code) =>
                nav.open && nav.show({ ...nav.open, shipTo: code }, { replace: true, keepVariant: true })
              }
              onPush={(product) => push.open([product])}
              onClose={panel.close}
              onPrevious={panel.previous}
              onNext={panel.next}
            />
          ) : null
        }
        empty={empty}
        noMatch={empty}
      />
      {push.drawer}
    </>
  );
}

function ViewSwitch({ value, onChange }: { value: 'grid' | 'table'; onChange(view: 'grid' | 'table'): void }) {
  const { t } = useTranslation('sourcing');
  const views = [
    { key: 'grid', icon: LayoutGrid },
    { key: 'table', icon: Rows3 },
  ] as const;
  return (
    <fieldset className={classes.views} aria-label={t('view.label')}>
      {views.map(({ key, icon: Icon }) => (
        <button
          key={key}
          type="button"
          aria-pressed={value === key}
          aria-label={t(`view.${key}`)}
          data-hint={t(`view.${key}`)}
          onClick={() => onChange(key)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}
