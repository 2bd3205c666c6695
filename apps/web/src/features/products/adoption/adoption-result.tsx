import { Button } from '@mantine/core';
import type { Adoption } from '@quayside/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './adoption.module.css';

const COUNTS = ['seen', 'adopted', 'known', 'sold', 'skipped'] as const;

/** The progress or result of a run, with the products that it left out. */
export function AdoptionResult({ run }: { run: Adoption }) {
  const { t } = useTranslation('adoption');
  const { number } = useFormats();
  const ended = run.state !== 'running';
  const skipped = useInfiniteQuery({
    queryKey: queryKeys.part('products', 'adoption skips', { id: run.adoption_id }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      api('GET /center/products/adoptions/{adoption_id}/skipped', {
        params: { adoption_id: run.adoption_id },
        query: { cursor, page_size: 50 },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
    enabled: ended && run.skipped > 0,
  });
  const left = skipped.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <section className={classes.result} aria-live="polite">
        <p className={classes.state}>{t(`state.${run.state}`)}</p>
        {run.only === 'all' ? null : (
          <p className={classes.note}>
            {run.only === 'chosen' ? t('only.chosen') : t('only.matching', { keyword: run.keyword })}
          </p>
        )}
        {run.error ? <p className={classes.problem}>{run.error}</p> : null}
        <dl className={classes.counts}>
          {COUNTS.filter((name) => name !== 'sold' || run.sold > 0).map((name) => (
            <div key={name}>
              <dt>{t(`count.${name}`)}</dt>
              <dd>{number(run[name])}</dd>
            </div>
          ))}
        </dl>
      </section>
      {left.length > 0 ? (
        <section aria-label={t('skipped')}>
          <h3 className={classes.state}>{t('skipped')}</h3>
          <ul className={classes.skips}>
            {left.map((one) => (
              <li key={one.external_product_id}>
                <span dir="auto">{one.title || one.external_product_id}</span>
                <span className={classes.quiet}>{t(`reason.${one.reason}`)}</span>
              </li>
            ))}
          </ul>
          {skipped.hasNextPage ? (
            <Button size="xs" variant="default" onClick={() => void skipped.fetchNextPage()}>
              {t('more')}
            </Button>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
