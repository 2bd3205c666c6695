import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareText, Star } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { NOT_INSTALLED } from '../../../lib/outside/extension.ts';
import { askInstalled } from '../../../lib/outside/extension-ask.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './outside.module.css';
import { ReadingProblem } from './reading-problem.tsx';

/** What buyers say on the page, read when somebody asks for it. */
export function PageReviews({ address }: { address: string }) {
  const { t } = useTranslation('saved');
  const [asked, setAsked] = useState(false);
  const { data, isFetching, refetch } = useQuery({
    queryKey: queryKeys.detail('outside', address, 'reviews'),
    queryFn: () => askInstalled('FETCH_REVIEWS', { address }),
    enabled: asked,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  });
  if (!asked)
    return (
      <div className={classes.ask}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<MessageSquareText size={14} aria-hidden />}
          onClick={() => setAsked(true)}
        >
          {t('reviews.read')}
        </Button>
      </div>
    );
  const refusal = data === NOT_INSTALLED ? 'silent' : data && !data.ok ? data.problem : undefined;
  return (
    <section className={classes.reviews} aria-label={t('reviews.title')} aria-busy={isFetching}>
      <h3 className={classes.heading}>{t('reviews.title')}</h3>
      {!data || (isFetching && refusal) ? (
        <div className={classes.skeletons} aria-hidden="true">
          <SkeletonLine width="30%" />
          <SkeletonLine width="90%" />
          <SkeletonLine width="75%" />
        </div>
      ) : refusal ? (
        <ReadingProblem
          problem={refusal}
          host={(data !== NOT_INSTALLED && !data.ok ? data.host : undefined) ?? new URL(address).hostname}
          address={address}
          nothing={t('reviews.none')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Reviews reviews={data !== NOT_INSTALLED && data.ok ? data.data.reviews : []} />
      )}
    </section>
  );
}

type Review = Extract<
  Exclude<Awaited<ReturnType<typeof askInstalled<'FETCH_REVIEWS'>>>, string>,
  { ok: true }
>['data']['reviews'][number];

function Reviews({ reviews }: { reviews: readonly Review[] }) {
  const { t } = useTranslation('saved');
  const { number, date } = useFormats();
  if (reviews.length === 0)
    return (
      <p className={classes.note} role="status">
        {t('reviews.none')}
      </p>
    );
  return (
    <ul className={classes.list}>
      {reviews.map((review, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are read once and stay as they are
        <li key={at}>
          <p className={classes.facts}>
            <bdi>{review.author ?? t('reviews.somebody')}</bdi>
            {review.rating === null ? null : (
              <span className={classes.rating}>
                <Star size={13} aria-hidden />
                <span className="visually-hidden">{t('reviews.stars', { stars: number(review.rating, 1) })}</span>
                <span aria-hidden="true">{number(review.rating, 1)}</span>
              </span>
            )}
            {review.at ? (
              <span>{Number.isNaN(Date.parse(review.at)) ? <bdi>{review.at}</bdi> : date(review.at)}</span>
            ) : null}
          </p>
          <p className={classes.review} dir="auto">
            {review.text}
          </p>
        </li>
      ))}
    </ul>
  );
}
