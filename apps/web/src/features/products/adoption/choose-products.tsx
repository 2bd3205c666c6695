import { Button } from '@mantine/core';
import type { AdoptionSearch } from '@quayside/contracts';
import { MOST_ADOPTION_FOUND } from '@quayside/contracts/adoption-choices.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { pictureAt } from '../picture-at.ts';
import classes from './adoption.module.css';

const LOOK_MS = 2_000;

export interface OnlyFound {
  search_id: string;
  external_product_ids?: string[];
}

interface Props {
  storeId: string;
  busy: boolean;
  /** A run takes products in: others can't be started. */
  isRunning: boolean;
  onStart(only: OnlyFound): void;
}

type Item = AdoptionSearch['items'][number];
const canChoose = (item: Item): boolean => !item.is_here && item.refusal === null;

/** Finds products of a store that aren't here yet, and starts a run for some of them, or for all that match. */
export function ChooseProducts({ storeId, busy, isRunning, onStart }: Props) {
  const { t } = useTranslation(['adoption', 'common']);
  const client = useQueryClient();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  // Also of searches before: what was selected stays so where the next search finds it too.
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  // A search is started once for each keyword. Its key has no topic, so that no live event starts it again.
  const started = useQuery({
    queryKey: ['start adoption search', storeId, keyword],
    queryFn: () =>
      api('POST /center/products/adoptions/searches', { body: { store_id: storeId, keyword }, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const searchId = started.data?.search_id;
  const foundKey = queryKeys.part('products', 'adoption search', { searchId });
  const found = useQuery({
    queryKey: foundKey,
    queryFn: ({ signal }) =>
      api('GET /center/products/adoptions/searches/{search_id}', { params: { search_id: searchId ?? '' }, signal }),
    enabled: searchId !== undefined,
    refetchInterval: (query) => (query.state.data?.state === 'reading' ? LOOK_MS : false),
  });
  const more = useMutation({
    mutationFn: (ofSearch: string) =>
      api('POST /center/products/adoptions/searches/{search_id}/more', { params: { search_id: ofSearch } }),
    onSettled: () => client.invalidateQueries({ queryKey: foundKey }),
  });
  const data = found.data;
  const items = data?.items ?? [];
  const choosable = items.filter(canChoose).map((one) => one.external_product_id);
  const on = choosable.filter((one) => ids.has(one));
  const choose = (some: readonly string[], isChosen: boolean) =>
    setIds((before) => new Set(isChosen ? [...before, ...some] : [...before].filter((one) => !some.includes(one))));
  const isReading = started.isLoading || found.isLoading || data?.state === 'reading';
  const error = started.error ?? found.error;
  const isFull = items.length >= MOST_ADOPTION_FOUND;

  return (
    <div className={classes.choose}>
      <SearchField value={keyword} onChange={setKeyword} label={t('choose.search')} />
      {error ? (
        <ErrorState
          small
          error={error}
          onRetry={() => void client.resetQueries({ queryKey: ['start adoption search', storeId, keyword] })}
        />
      ) : null}
      {choosable.length > 0 ? (
        <label className={classes.every} htmlFor={`${id}-all`}>
          <Checkbox
            id={`${id}-all`}
            aria-label={t('choose.every', { count: choosable.length })}
            checked={on.length === choosable.length}
            indeterminate={on.length > 0 && on.length < choosable.length}
            onChange={(event) => choose(choosable, event.currentTarget.checked)}
          />
          <span>{t('choose.every', { count: choosable.length })}</span>
        </label>
      ) : null}
      {items.length > 0 ? (
        <ul className={classes.found} aria-label={t('choose.list')}>
          {items.map((one) => (
            <li key={one.external_product_id}>
              <Checkbox
                id={`${id}-${one.external_product_id}`}
                aria-label={one.title || one.external_product_id}
                checked={ids.has(one.external_product_id) && canChoose(one)}
                disabled={!canChoose(one)}
                onChange={(event) => choose([one.external_product_id], event.currentTarget.checked)}
              />
              <label htmlFor={`${id}-${one.external_product_id}`} className={classes.foundLabel}>
                <ProductPicture src={pictureAt(one.image, 40)} alt="" size={40} />
                <span className={classes.foundText}>
                  <span dir="auto">{one.title || one.external_product_id}</span>
                  <span className={classes.quiet}>
                    {one.sku ? (
                      <bdi>{one.sku}</bdi>
                    ) : one.variants === null ? null : (
                      t('choose.variants', { count: one.variants })
                    )}
                    {one.status === 'active' ? null : (
                      <span> · {one.status === 'draft' ? t('choose.draft') : one.status}</span>
                    )}
                    {one.is_here ? <span> · {t('choose.here')}</span> : null}
                  </span>
                  {one.refusal ? <span className={classes.quiet}>{t(`reason.${one.refusal}`)}</span> : null}
                </span>
              </label>
            </li>
          ))}
        </ul>
      ) : null}
      {isReading && !error ? (
        <div aria-busy="true" role="status" className={classes.reading}>
          <span className={classes.quiet}>{t('choose.reading')}</span>
          {items.length === 0 ? (
            <>
              <SkeletonLine width="70%" />
              <SkeletonLine width="55%" />
            </>
          ) : null}
        </div>
      ) : null}
      {data?.state === 'failed' ? (
        <div role="alert" className={classes.reading}>
          <span className={classes.problem}>{data.error}</span>
          <Button size="xs" variant="default" loading={more.isPending} onClick={() => more.mutate(data.search_id)}>
            {t('choose.retry')}
          </Button>
        </div>
      ) : null}
      {data?.state === 'ready' ? (
        <>
          {items.length === 0 ? (
            <p role="status" className={classes.note}>
              {keyword ? t('choose.none') : t('choose.allHere')}
            </p>
          ) : null}
          {data.known > 0 ? <p className={classes.note}>{t('choose.known', { count: data.known })}</p> : null}
          {data.has_more && !isFull ? (
            <Button size="xs" variant="default" loading={more.isPending} onClick={() => more.mutate(data.search_id)}>
              {t('more')}
            </Button>
          ) : null}
          {data.has_more && isFull ? <p className={classes.note}>{t('choose.full')}</p> : null}
        </>
      ) : null}
      <div className={classes.buttons}>
        <MayButton
          needs="products.change"
          loading={busy}
          disabled={on.length === 0 || isRunning}
          onClick={() => searchId && onStart({ search_id: searchId, external_product_ids: on })}
        >
          {t('choose.start', { count: on.length })}
        </MayButton>
        {keyword && items.length > 0 && searchId ? (
          <MayButton
            needs="products.change"
            variant="default"
            loading={busy}
            disabled={isRunning}
            onClick={() => onStart({ search_id: searchId })}
          >
            {t('choose.matching')}
          </MayButton>
        ) : null}
      </div>
    </div>
  );
}
