import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState, ErrorState } from '../../../kit/states.tsx';
import { api, type CallData } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './change.module.css';

export type SourceCardFacts = CallData<'GET /center/products/find'>['items'][number];

interface Props {
  /** The words to begin with: the line's title. */
  begin: string;
  shipTo: string;
  mode: 'live' | 'sandbox';
  onPick(product: SourceCardFacts): void;
}

/** Products of all suppliers that ship to where the order goes, by words. */
export function SourceSearch({ begin, shipTo, mode, onPick }: Props) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const { country } = useFormats();
  const [words, setWords] = useState(() => begin.split(/\s+/).slice(0, 3).join(' '));
  const query = {
    keyword: words || undefined,
    ship_to: shipTo,
    mode,
    sort: 'desc_most_relevant',
    page_size: 20,
  } as const;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: queryKeys.part('sources', 'for-line', query),
    queryFn: ({ signal }) => api('GET /center/products/find', { query, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.search}>
      <SearchField value={words} onChange={setWords} label={t('orderDecisions:supplier.search')} />
      <p className={classes.quiet}>{t('orderDecisions:supplier.shipTo', { country: country(shipTo) })}</p>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {isPending ? [0, 1, 2, 3].map((one) => <SkeletonBox key={one} width="100%" height={64} />) : null}
      {data && data.items.length === 0 ? (
        <EmptyState
          small
          title={t('orderDecisions:supplier.nothing')}
          text={t('orderDecisions:supplier.nothingText')}
        />
      ) : null}
      <ul className={classes.found} data-stale={isPlaceholderData || undefined}>
        {data?.items.map((item) => (
          <li key={`${item.source}/${item.source_product_id}`}>
            <button type="button" className={classes.product} onClick={() => onPick(item)}>
              <ProductPicture src={item.images[0]} alt="" size={48} />
              <span className={classes.pickWords}>
                <span className={classes.strong}>{item.name}</span>
                <span className={classes.quiet}>
                  {connectorName(item.source)} · {t('orderDecisions:supplier.variants', { count: item.total_variants })}
                  {item.details.shipping_time_min !== null
                    ? ` · ${t('orderDecisions:supplier.days', { low: item.details.shipping_time_min, high: item.details.shipping_time_max ?? item.details.shipping_time_min })}`
                    : ''}
                </span>
              </span>
              <span className={classes.price}>
                <Money value={item.price} currency={item.currency} strong />
                {item.details.shipping_cost !== null ? (
                  <span className={classes.quiet}>
                    + <Money value={item.details.shipping_cost} currency={item.currency} />
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
