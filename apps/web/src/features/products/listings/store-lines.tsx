import type { Listing } from '@quayside/contracts';
import { ExternalLink, GitCompareArrows, RotateCw } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { connectorCan } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { PlatformMark } from '../mark.tsx';
import { DifferencesDialog } from './lazy-differences.tsx';
import { byStore, LISTING_TONES, type StoreListings } from './listing-states.ts';
import { Publications } from './publications.tsx';
import classes from './store-lines.module.css';
import { useRetry } from './use-retry.ts';

/** A product's stores on its row: one line each with its state; what failed says why and can be tried again alone. */
export function StoreLines({ listings }: { listings: readonly Listing[] }) {
  const { t } = useTranslation('products');
  const stores = byStore(listings);
  if (stores.length === 0) return <span className={classes.none}>{t('listing.none')}</span>;
  return (
    <ul className={classes.lines}>
      {stores.map((store) => (
        <li key={store.storeId} className={classes.line}>
          <StoreLine store={store} />
        </li>
      ))}
    </ul>
  );
}

function StoreLine({ store }: { store: StoreListings }) {
  const retry = useRetry();
  // What is in the store may lack something all the same.
  const problem = (store.failed[0] ?? store.parts.find((part) => part.problem))?.problem;
  return (
    <>
      <span className={classes.first}>
        <PlatformMark platform={store.platform} />
        <span className={classes.name}>{store.storeName}</span>
        <StoreState store={store} />
        <DifferenceMark store={store} />
        {store.failed.length > 0 ? (
          <RetryButton store={store} retry={retry} />
        ) : (
          <StoreLink listing={store.parts[0]} bare />
        )}
      </span>
      {problem ? <span className={classes.problem}>{problem.text}</span> : null}
    </>
  );
}

/** The state of a product in a store, with what else is worth a word. */
export function StoreState({ store }: { store: StoreListings }) {
  const { t } = useTranslation('products');
  const state =
    store.state === 'listed' && store.status === 'draft' ? t('listing.draft') : t(`listing.state.${store.state}`);
  const parts =
    store.parts.length > 1
      ? ` (${t('listing.parts', { done: store.parts.filter((one) => one.state === 'listed').length, count: store.parts.length })})`
      : '';
  return (
    <>
      <StatusBadge tone={LISTING_TONES[store.state]} label={`${state}${parts}`} />
      {store.isStale ? (
        <span className={classes.stale} data-hint={t('listing.staleHint')}>
          {t('listing.stale')}
        </span>
      ) : null}
    </>
  );
}

/** What the store changed, and the comparison with it: for the first part that differs. */
function DifferenceMark({ store }: { store: StoreListings }) {
  const { t } = useTranslation('products');
  const differing = store.parts.find((part) => part.conflicts > 0) ?? store.parts.find((part) => part.own_fields > 0);
  if (!differing) return null;
  const { conflicts, own_fields: own } = differing;
  return (
    <CompareButton listing={differing} mark={conflicts > 0 ? 'conflict' : 'own'}>
      {conflicts > 0 ? t('listing.conflict', { count: conflicts }) : t('listing.own', { count: own })}
    </CompareButton>
  );
}

function CompareButton({ listing, mark, children }: { listing: Listing; mark?: 'conflict' | 'own'; children: string }) {
  const { t } = useTranslation('products');
  const [open, setOpen] = useState(false);
  const [ever, setEver] = useState(false);
  const label = t('listing.compare', { store: listing.store_name || listing.platform_domain });
  return (
    <>
      <button
        type="button"
        className={mark ? classes.mark : classes.compare}
        data-mark={mark}
        aria-label={children === label ? undefined : `${children}: ${label}`}
        onClick={(event) => {
          event.stopPropagation();
          setEver(true);
          setOpen(true);
        }}
      >
        {mark ? null : <GitCompareArrows size={14} aria-hidden />} {children}
      </button>
      {ever ? (
        <Suspense fallback={null}>
          <DifferencesDialog open={open} listingId={listing.listing_id} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export function RetryButton({ store, retry }: { store: StoreListings; retry: ReturnType<typeof useRetry> }) {
  const { t } = useTranslation('products');
  return (
    <MayButton
      needs="products.push"
      size="xs"
      variant="default"
      leftSection={<RotateCw size={13} aria-hidden />}
      loading={retry.isPending}
      aria-label={t('listing.retryIn', { store: store.storeName })}
      onClick={() => retry.mutate(store.failed.map((one) => one.listing_id))}
    >
      {t('listing.retry')}
    </MayButton>
  );
}

/** Leads to the product in the store: what shoppers see when it is active, else the store's own administration. */
export function StoreLink({ listing, bare }: { listing: Listing | undefined; bare?: boolean }) {
  const { t } = useTranslation('products');
  const href =
    listing &&
    (listing.publish_status === 'active' ? (listing.url ?? listing.admin_url) : (listing.admin_url ?? listing.url));
  if (!listing || !href || listing.state !== 'listed') return null;
  const label = t('listing.open', { store: listing.store_name });
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={classes.link}
      // Where a word is in sight, the name begins with it: who speaks to the screen says what he sees.
      aria-label={bare ? label : `${t('listing.view')}: ${listing.store_name}`}
      data-hint={bare ? label : undefined}
    >
      {bare ? null : t('listing.view')}
      <ExternalLink size={14} aria-hidden />
    </a>
  );
}

/** All listings of a product, each part alone: for the panel and the editor. With `productId`, also where they are published. */
export function StoreListing({ listings, productId }: { listings: readonly Listing[]; productId?: string }) {
  const { t } = useTranslation('products');
  const { timeAgo } = useFormats();
  const stores = byStore(listings);
  return (
    <ul className={classes.stores}>
      {stores.map((store) => (
        <li key={store.storeId} className={classes.store}>
          <StoreHead store={store} />
          {store.parts.map((part) => (
            <div key={part.listing_id} className={classes.part}>
              {part.problem ? (
                <p className={classes.problemBox} role={part.state === 'failed' ? 'alert' : 'status'}>
                  {store.parts.length > 1 ? `${t('listing.part', { number: part.part })}: ` : ''}
                  {part.problem.text}
                </p>
              ) : null}
              {part.state === 'listed' ? (
                <span className={classes.facts}>
                  {store.parts.length > 1 ? <span>{t('listing.part', { number: part.part })}</span> : null}
                  <span>{t('variants', { count: part.variants })}</span>
                  {part.pushed_at ? <span>{timeAgo(part.pushed_at)}</span> : null}
                  <StoreLink listing={part} />
                  <CompareButton listing={part}>
                    {t('listing.compare', { store: part.store_name || part.platform_domain })}
                  </CompareButton>
                </span>
              ) : null}
            </div>
          ))}
          {productId &&
          connectorCan(store.platform, 'publications') &&
          store.parts.some((part) => part.state === 'listed') ? (
            <Publications productId={productId} storeId={store.storeId} storeName={store.storeName} />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function StoreHead({ store }: { store: StoreListings }) {
  const retry = useRetry();
  return (
    <div className={classes.first}>
      <PlatformMark platform={store.platform} />
      <span className={classes.strong}>{store.storeName}</span>
      <StoreState store={store} />
      <DifferenceMark store={store} />
      {store.failed.length > 0 ? <RetryButton store={store} retry={retry} /> : null}
    </div>
  );
}
