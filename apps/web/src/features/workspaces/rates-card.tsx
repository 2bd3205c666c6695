import { Button, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRateText } from '../../kit/converted.tsx';
import { Failure } from '../../kit/failure.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { storesInUse } from '../../lib/account.ts';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './workspaces.module.css';

/** The currency in which suppliers charge and the wallet pays. */
const COST_CURRENCY = 'USD';

type Pair = CallData<'GET /exchange-rates'>['items'][number];

/** The rates at which costs are converted for stores that sell in another currency. Nothing where there is no such store. */
export function RatesCard() {
  const { t } = useTranslation('workspaces');
  const { account, workplaceId } = useAccount();
  const currencies = [
    ...new Set(
      storesInUse(account?.linked_stores, workplaceId)
        .map((store) => store.currency)
        .filter((currency) => currency !== COST_CURRENCY),
    ),
  ].sort();
  const to = currencies.join(',');
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('rates', 'workspace', { to }),
    queryFn: ({ signal }) => api('GET /exchange-rates', { query: { from: COST_CURRENCY, to }, signal }),
    enabled: currencies.length > 0,
  });
  if (currencies.length === 0) return null;
  return (
    <section className={classes.card} aria-labelledby="exchange-rates">
      <h2 id="exchange-rates" className={classes.heading}>
        {t('rates.title')}
      </h2>
      <p className={classes.quiet}>{t('rates.text')}</p>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        data.items.map((pair) => <RateRow key={`${pair.to} ${pair.typed?.rate}`} pair={pair} />)
      ) : (
        <SkeletonBox width="100%" height={36 * currencies.length} />
      )}
    </section>
  );
}

/** One currency: the published rate, else a field for a rate of the workspace's own. */
function RateRow({ pair: { to, published, typed } }: { pair: Pair }) {
  const { t } = useTranslation('workspaces');
  const { why } = useMay();
  const client = useQueryClient();
  const rateText = useRateText();
  const save = async (rate: number | null) => {
    await api('PUT /exchange-rates', { body: { from: COST_CURRENCY, to, rate } });
    for (const topic of ['rates', 'orders', 'home']) await client.invalidateQueries({ queryKey: [topic] });
  };
  const form = useForm(({ rate = '' }) => save(rate.trim() === '' ? null : Number(rate.replace(',', '.'))));
  if (published) return <p>{rateText(published)}</p>;
  const obstacle = why('products.push');
  return (
    <form onSubmit={form.submit} className={classes.form}>
      <div className={classes.pair}>
        <TextInput
          name="rate"
          inputMode="decimal"
          label={t('rates.field', { from: COST_CURRENCY, to })}
          description={typed ? rateText(typed) : t('rates.none')}
          defaultValue={typed?.rate ?? ''}
          readOnly={obstacle !== undefined}
          error={form.error('rate')}
        />
      </div>
      <Failure text={form.failure} />
      {obstacle ? (
        <p className={classes.quiet}>{obstacle}</p>
      ) : (
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {t('rates.save')}
          </Button>
        </div>
      )}
    </form>
  );
}
