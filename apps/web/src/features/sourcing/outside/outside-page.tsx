import { Button } from '@mantine/core';
import { newId } from '@quayside/kernel/ids.ts';
import { plainHost } from '@quayside/kernel/plain-host.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Bookmark, BookmarkCheck, Search as SearchIcon, SearchX, Star } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { installedExtensions, NOT_INSTALLED } from '../../../lib/outside/extension.ts';
import { askInstalled } from '../../../lib/outside/extension-ask.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { session } from '../../../lib/session.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useExtension } from '../../extension/index.ts';
import { MoneyRange } from '../../products/index.ts';
import { Gallery } from '../detail/gallery.tsx';
import { savePage } from '../saved/saved-queries.ts';
import { searchFor } from '../saved/search-for.ts';
import { OpenPage } from './open-page.tsx';
import classes from './outside.module.css';
import { PageReviews } from './page-reviews.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { ReadingProblem } from './reading-problem.tsx';

interface Props {
  address: string;
  /** Products of suppliers are shown below. */
  hasOthers: boolean;
  onClear(): void;
}

/** A pasted address of a page that no supplier knows: what the browser extension reads there, or that it could. */
export default function OutsidePage({ address, hasOthers, onClear }: Props) {
  const { found } = useExtension();
  const installed = useSyncExternalStore(installedExtensions.watch, installedExtensions.read);
  const { t } = useTranslation(['saved', 'common']);
  const { data, refetch, isFetching } = useQuery({
    queryKey: queryKeys.detail('outside', address),
    queryFn: () => askInstalled('FETCH_PRODUCT_DETAIL', { address }),
    enabled: installed.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  });
  const isHere = installed.length > 0 && data !== NOT_INSTALLED;
  if (!isHere && found) return <WithoutExtension hasOthers={hasOthers} onClear={onClear} />;
  const host = plainHost(address);
  return (
    <section className={classes.card} aria-label={t('page.label', { host })} aria-busy={isFetching || !isHere}>
      {!data || data === NOT_INSTALLED || (isFetching && !data.ok) ? (
        <>
          <p className="visually-hidden" role="status">
            {t('page.reading', { host })}
          </p>
          <PageSkeleton />
        </>
      ) : data.ok ? (
        <Facts page={data.data} />
      ) : (
        <ReadingProblem
          problem={data.problem}
          host={data.host ?? host}
          address={address}
          onRetry={() => void refetch()}
        />
      )}
    </section>
  );
}

/** What could be read here, and how. In a shop's admin and in a phone app there is no extension to speak of. */
function WithoutExtension({ hasOthers, onClear }: Omit<Props, 'address'>) {
  const { t } = useTranslation(['saved', 'sourcing', 'common']);
  const canBe = session().mode === 'standalone';
  const way = <Link to="/app/setting/extension">{t('page.install')}</Link>;
  if (hasOthers)
    return canBe ? (
      <p className={classes.note}>
        <strong>{t('page.unknown')}</strong> {t('page.unknownText')} {way}
      </p>
    ) : null;
  return (
    <EmptyState
      picture={<SearchX size={28} strokeWidth={1.5} aria-hidden />}
      title={t('page.unknown')}
      text={canBe ? t('page.unknownText') : t('sourcing:empty.noMatchText')}
      action={
        <>
          {canBe ? <LinkButton to="/app/setting/extension">{t('page.install')}</LinkButton> : null}
          <Button variant="default" onClick={onClear}>
            {t('common:filter.clear')}
          </Button>
        </>
      }
    />
  );
}

type Page = Extract<
  Exclude<Awaited<ReturnType<typeof askInstalled<'FETCH_PRODUCT_DETAIL'>>>, string>,
  { ok: true }
>['data'];

function Facts({ page }: { page: Page }) {
  const { t } = useTranslation('saved');
  const { number } = useFormats();
  const { rating } = page;
  return (
    <>
      {page.pictures.length > 0 ? (
        <div className={classes.pictures}>
          <Gallery images={page.pictures} wanted={undefined} name={page.title} />
        </div>
      ) : null}
      <div className={classes.words}>
        <h2 className={classes.title} dir="auto">
          {page.title}
        </h2>
        <p className={classes.facts}>
          <bdi>{page.site}</bdi>
          {page.brand ? <bdi>{page.brand}</bdi> : null}
          {rating ? (
            <span className={classes.rating}>
              <Star size={13} aria-hidden />
              <span className="visually-hidden">{t('reviews.stars', { stars: number(rating.value, 1) })}</span>
              <span aria-hidden="true">{number(rating.value, 1)}</span>
              {rating.count === null ? null : <span>({t('page.ratings', { count: rating.count })})</span>}
            </span>
          ) : null}
          {page.in_stock === null ? null : (
            <StatusBadge
              tone={page.in_stock ? 'done' : 'closed'}
              label={t(page.in_stock ? 'page.inStock' : 'page.noStock')}
            />
          )}
        </p>
        {page.price ? (
          <p className={classes.price}>
            <MoneyRange low={page.price} high={page.price_to ?? page.price} strong />
          </p>
        ) : null}
        <PageActions page={page} />
        {page.description ? (
          <details className={classes.more}>
            <summary>{t('page.description')}</summary>
            <p className={classes.description} dir="auto">
              {page.description}
            </p>
          </details>
        ) : null}
        <PageReviews address={page.address} />
      </div>
    </>
  );
}

function PageActions({ page }: { page: Page }) {
  const { t } = useTranslation('saved');
  const [state, setState] = useState<'not' | 'busy' | 'saved'>('not');
  async function save(): Promise<void> {
    setState('busy');
    const { address, title, price } = page;
    const toSave = { id: newId(), address, title, price, picture_url: page.pictures[0] ?? null };
    await savePage({ ...toSave, saved_at: new Date().toISOString() }).then(
      () => setState('saved'),
      () => setState('not'),
    );
  }
  return (
    <div className={classes.actions}>
      <LinkButton {...searchFor(page.title, page.site)} leftSection={<SearchIcon size={16} aria-hidden />}>
        {t('find')}
      </LinkButton>
      <MayButton
        needs="products.change"
        variant="default"
        loading={state === 'busy'}
        disabled={state === 'saved'}
        leftSection={state === 'saved' ? <BookmarkCheck size={16} aria-hidden /> : <Bookmark size={16} aria-hidden />}
        onClick={() => void save()}
      >
        {t(state === 'saved' ? 'page.saved' : 'page.save')}
      </MayButton>
      <OpenPage address={page.address} />
    </div>
  );
}
