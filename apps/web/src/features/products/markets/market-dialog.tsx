import { Button, NativeSelect } from '@mantine/core';
import type { MarketPriceListView, MarketPriceRow, StoreMarketPrices } from '@quayside/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { pictureAt } from '../picture-at.ts';
import classes from '../pricing/pricing.module.css';
import { marketPreview, marketPrices } from './market-queries.ts';

const PICTURE_PX = 40;
const VERDICTS = ['write', 'same', 'theirs', 'none'] as const;

interface Props {
  open: boolean;
  onClose(): void;
  store: StoreMarketPrices;
  list: MarketPriceListView;
  names: string;
}

/** A market's prices, now and by the rule, and who sets them. */
export default function MarketDialog({ open, onClose, store, list, names }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      // Amounts have the sign of their currency, which many dollars share.
      title={
        <>
          <bdi>{names}</bdi> ({list.currency})
        </>
      }
      width={860}
    >
      <Prices store={store} list={list} />
    </Dialog>
  );
}

/** Reads the market's prices once when the dialog opens. */
function useReading(store: StoreMarketPrices, list: MarketPriceListView) {
  const client = useQueryClient();
  const canRead = useMay().why('products.change') === undefined;
  const reading = useMutation({
    mutationFn: () =>
      api('POST /products/market-prices/read', {
        body: { store_id: store.store_id, price_list: list.id },
        quiet: true,
      }),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stores'] }),
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current || !canRead) return;
    isAsked.current = true;
    reading.mutate();
  }, [canRead, reading]);
  return { isReading: list.is_reading || reading.isPending };
}

function Prices({ store, list }: Pick<Props, 'store' | 'list'>) {
  const { t } = useTranslation('marketPrices');
  const { number, timeAgo, day } = useFormats();
  const client = useQueryClient();
  const { isReading } = useReading(store, list);
  const [verdict, setVerdict] = useState<MarketPriceRow['verdict']>();
  const ask = { storeId: store.store_id, priceList: list.id, verdict };
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(marketPreview(ask));
  const rows = data?.pages.flatMap((page) => page.items) ?? [];
  const first = data?.pages[0];
  const body = { store_id: store.store_id, price_list: list.id };
  const settle = {
    onSuccess: (answer: { stores: StoreMarketPrices[] }) => client.setQueryData(marketPrices.queryKey, answer),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stores'] }),
  };
  const choose = useMutation({
    mutationFn: (byRule: boolean) =>
      api('PUT /products/market-prices', { body: { ...body, by_rule: byRule }, quiet: true }),
    ...settle,
  });
  const replace = useMutation({
    mutationFn: () => api('POST /products/market-prices/replace', { body, quiet: true }),
    ...settle,
  });
  const failure = choose.error ?? replace.error;
  const totals = first?.totals;
  return (
    <div className={classes.dialog}>
      <p className={classes.note}>{t(`rule.${store.rule}`)}</p>
      <ul className={classes.rates}>
        {first?.rates.map(({ from, to, rate, day: of }) => (
          <li key={`${from} ${to}`} data-warn={rate === null || undefined}>
            {rate && of
              ? t('rate', { from, to, rate: number(Number(rate), 4), day: day(of) })
              : t('rateMissing', { from, to })}
          </li>
        ))}
      </ul>
      <p className={classes.note} role="status">
        {isReading
          ? t('readingPrices')
          : list.prices_read_at
            ? t('pricesReadAt', { time: timeAgo(list.prices_read_at) })
            : t('pricesUnread')}
      </p>
      <Failure text={list.fault ?? undefined} />
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={160} /> : null}
      {totals ? (
        <dl className={classes.totals}>
          {VERDICTS.map((key) => (
            <div key={key} className={classes.total}>
              <dt>{t(`totals.${key}`)}</dt>
              <dd>{number(totals[key])}</dd>
            </div>
          ))}
          {totals.below_floor > 0 ? (
            <div className={classes.total}>
              <dt>{t('totals.below_floor')}</dt>
              <dd>{number(totals.below_floor)}</dd>
            </div>
          ) : null}
        </dl>
      ) : null}
      {totals?.variants === 0 ? <p className={classes.note}>{t('noProducts')}</p> : null}
      {totals && totals.variants > 0 ? (
        <>
          <NativeSelect
            className={classes.select}
            label={t('show')}
            value={verdict ?? ''}
            data={[
              { value: '', label: t('showAll') },
              ...VERDICTS.map((key) => ({ value: key, label: t(`totals.${key}`) })),
            ]}
            onChange={(event) => setVerdict(VERDICTS.find((one) => one === event.currentTarget.value))}
          />
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('column.product')}</th>
                <th scope="col">{t('column.now')}</th>
                <th scope="col">{t('column.next')}</th>
                <th scope="col">{t('column.profit')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.variant} row={row} />
              ))}
            </tbody>
          </table>
          {hasNextPage ? (
            <div>
              <Button variant="default" size="xs" loading={isFetching} onClick={() => void fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          ) : null}
        </>
      ) : null}
      <Failure text={failure ? errorText(failure) : undefined} />
      <p className={classes.note}>{t(list.by_rule ? 'leaveNote' : 'ruleNote')}</p>
      <div className={classes.buttons}>
        {list.by_rule && list.counts.theirs > 0 ? (
          <MayButton
            needs="products.push"
            variant="default"
            loading={replace.isPending}
            disabled={list.is_writing}
            onClick={() => replace.mutate()}
          >
            {t('replace', { count: list.counts.theirs })}
          </MayButton>
        ) : null}
        {list.by_rule ? (
          <MayButton
            needs="products.push"
            variant="default"
            loading={choose.isPending}
            onClick={() => choose.mutate(false)}
          >
            {t('leave')}
          </MayButton>
        ) : (
          <MayButton
            needs="products.push"
            loading={choose.isPending}
            disabled={store.rule === 'none' || !totals || isReading}
            onClick={() => choose.mutate(true)}
          >
            {t('useRule', { count: totals?.write ?? 0 })}
          </MayButton>
        )}
      </div>
    </div>
  );
}

function Row({ row }: { row: MarketPriceRow }) {
  const { t } = useTranslation('marketPrices');
  const { country } = useFormats();
  const countries = row.countries.map((code) => country(code)).join(', ');
  const lack =
    row.lacks === 'shipping' && countries ? t('lacksShippingTo', { countries }) : t(`lacks.${row.lacks ?? 'cost'}`);
  const mark = row.lacks ? lack : row.verdict === 'theirs' ? t('mark.theirs') : undefined;
  const cell = (label: string, value: ReactNode) => (
    <td data-label={label}>
      <span>{value}</span>
    </td>
  );
  return (
    <tr>
      <th scope="row">
        <span className={classes.product}>
          <ProductPicture src={pictureAt(row.image, PICTURE_PX)} alt="" size={PICTURE_PX} />
          <span className={classes.names}>
            <bdi className={classes.title}>{row.title}</bdi>
            {row.sku ? <bdi className={classes.note}>{row.sku}</bdi> : null}
            {mark ? <span className={classes.note}>{mark}</span> : null}
            {row.refused ? <span className={classes.note}>{row.refused}</span> : null}
          </span>
        </span>
      </th>
      {cell(
        t('column.now'),
        <>
          <Money value={row.now?.price ?? null} />
          {row.now?.is_fixed ? ` ${t('mark.fixed')}` : ''}
        </>,
      )}
      {cell(t('column.next'), <Money value={row.next?.price ?? null} />)}
      {cell(t('column.profit'), <Money value={row.next?.profit ?? null} />)}
    </tr>
  );
}
