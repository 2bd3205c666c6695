import { Button } from '@mantine/core';
import type { MarketPriceListView, StoreMarketPrices } from '@quayside/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingCard, SettingNote } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { ListProblem, ReadAgain, ReadState } from '../store-lists/store-list.tsx';
import { marketPrices } from './market-queries.ts';
import classes from './markets.module.css';

const MarketDialog = lazyChunk(() => import('./market-dialog.tsx'));
/** Countries that are named before the others are counted. */
const NAMED = 5;

/** Prices in the markets of stores. Hidden without a store that has markets. `storeId`: of this store only. */
export default function MarketsCard({ storeId }: { storeId: string | null }) {
  const { t } = useTranslation('marketPrices');
  const { data, error, refetch } = useQuery(marketPrices);
  const stores = data?.stores.filter((one) => storeId === null || one.store_id === storeId);
  if (stores?.length === 0) return null;
  return (
    <SettingCard id="markets" title={t('title')} note={t('note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={90} /> : null}
      {stores?.map((store) => (
        <StoreMarkets key={store.store_id} store={store} />
      ))}
    </SettingCard>
  );
}

function StoreMarkets({ store }: { store: StoreMarketPrices }) {
  const { t } = useTranslation('marketPrices');
  const client = useQueryClient();
  const refresh = useMutation({
    mutationFn: () => api('POST /products/market-prices/refresh', { body: { store_id: store.store_id } }),
    onError: (error: unknown) => toast('error', errorText(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stores'] }),
  });
  const isEmpty = store.read_at !== null && store.price_lists.length === 0;
  return (
    <section className={classes.store} aria-label={store.store_name}>
      <div className={classes.head}>
        <h3>
          <bdi>{store.store_name}</bdi>
        </h3>
        <ReadAgain
          small
          label={t('refresh', { store: store.store_name })}
          busy={store.is_reading || refresh.isPending}
          onClick={() => refresh.mutate()}
        />
      </div>
      <ReadState
        list={store}
        texts={{ reading: t('reading'), never: t('never'), readAt: (time) => t('readAt', { time }) }}
      />
      <div className={classes.list}>
        {store.price_lists.map((list) => (
          <Market key={list.id} store={store} list={list} />
        ))}
        {store.without.map((market) => (
          <div key={market.name} className={classes.market}>
            <div className={classes.facts}>
              <bdi className={classes.name}>{market.name}</bdi>
              <Countries countries={market.countries} />
              <span className={classes.note}>{t('without')}</span>
            </div>
          </div>
        ))}
      </div>
      {isEmpty && store.without.length === 0 ? <SettingNote>{t('none')}</SettingNote> : null}
    </section>
  );
}

function Countries({ countries, isOpenEnded = false }: { countries: readonly string[]; isOpenEnded?: boolean }) {
  const { t } = useTranslation('marketPrices');
  const { country } = useFormats();
  const named = countries.slice(0, NAMED).map((code) => country(code));
  const more = countries.length - named.length;
  const texts = [
    ...named,
    ...(more > 0 ? [t('moreCountries', { count: more })] : []),
    ...(isOpenEnded ? [t('openEnded')] : []),
  ];
  return <span className={classes.note}>{texts.join(', ')}</span>;
}

function Market({ store, list }: { store: StoreMarketPrices; list: MarketPriceListView }) {
  const { t } = useTranslation('marketPrices');
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  const names = list.markets.map((one) => (one.is_active ? one.name : t('draft', { name: one.name }))).join(', ');
  const { ours, theirs, unpriced, refused } = list.counts;
  const states = [
    ...(list.is_writing ? [t('writing')] : []),
    ...(ours > 0 ? [t('ours', { count: ours })] : []),
    ...(theirs > 0 ? [t('theirs', { count: theirs })] : []),
    ...(unpriced > 0 ? [t('unpriced', { count: unpriced })] : []),
    ...(refused > 0 ? [t('refused', { count: refused })] : []),
  ];
  return (
    <div className={classes.market}>
      <div className={classes.facts}>
        <bdi className={classes.name}>{names}</bdi>
        <Countries countries={list.countries} isOpenEnded={list.is_open_ended} />
        <span className={classes.note}>{t('list', { name: list.name, currency: list.currency })}</span>
        <span className={classes.note}>{t(list.by_rule ? 'byRule' : 'left')}</span>
        {states.length > 0 ? (
          <span className={classes.note} role="status">
            {states.join(' · ')}
          </span>
        ) : null}
        {list.fault ? <ListProblem>{list.fault}</ListProblem> : null}
      </div>
      <Button
        variant="default"
        size="xs"
        aria-label={t('openMarket', { name: names })}
        onClick={() => {
          setOpened((before) => before + 1);
          setOpen(true);
        }}
      >
        {t('open')}
      </Button>
      {opened > 0 ? (
        <Suspense fallback={null}>
          <MarketDialog
            key={opened}
            open={open}
            onClose={() => setOpen(false)}
            store={store}
            list={list}
            names={names}
          />
        </Suspense>
      ) : null}
    </div>
  );
}
