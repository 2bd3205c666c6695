import { Button } from '@mantine/core';
import type { Storefront } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../kit/may-button.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { APP_KIND } from '../../lib/outside/app-kinds.ts';
import { installedExtensions } from '../../lib/outside/extension.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './channels.module.css';
import { isStale, mayBeReadElsewhere, NETWORKS } from './storefront-facts.ts';

const ByExtension = lazyChunk(() => import('./storefront-by-extension.tsx'));

/** What the store shows of itself to everybody, read when it is opened: theme, apps, profiles elsewhere. */
export function StorefrontDetails({ storeId, address }: { storeId: string; address: string }) {
  const { t } = useTranslation('channels');
  const [open, setOpen] = useState(false);
  return (
    <details className={classes.health} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('storefront.title')}</summary>
      {open ? <Facts storeId={storeId} address={address} /> : null}
    </details>
  );
}

function Facts({ storeId, address }: { storeId: string; address: string }) {
  const { t } = useTranslation('channels');
  const { timeAgo } = useFormats();
  const client = useQueryClient();
  const { may } = useMay();
  const key = queryKeys.detail('stores', storeId, 'storefront');
  const params = { store_id: storeId };
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api('GET /connections/{store_id}/storefront', { params, signal }),
  });
  const installed = useSyncExternalStore(installedExtensions.watch, installedExtensions.read);
  const asked = useRef(false);
  const [busy, setBusy] = useState(false);
  async function read(): Promise<void> {
    asked.current = true;
    setBusy(true);
    try {
      client.setQueryData<Storefront>(
        key,
        await api('POST /connections/{store_id}/storefront/read', { params, quiet: true }),
      );
    } catch {
      await refetch();
    } finally {
      setBusy(false);
    }
  }
  // What was never read, or long ago, is read in the background once somebody looks.
  const stale = data !== undefined && isStale(data, Date.now());
  const mayRead = may('stores.change');
  useEffect(() => {
    if (stale && mayRead && !asked.current) void read();
  });

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} small />;
  if (!data) return <SkeletonBox width="100%" height={120} />;
  const { info } = data;
  const reading = data.state === 'reading';
  return (
    <div className={classes.healthBody} aria-busy={reading}>
      {info ? <Info info={info} /> : null}
      <p role="status" className={classes.quiet}>
        {reading
          ? t('storefront.reading')
          : (data.problem?.text ??
            (data.read_at ? t('storefront.read', { when: timeAgo(data.read_at) }) : t('storefront.notYet')))}
      </p>
      <div>
        <MayButton
          needs="stores.change"
          size="xs"
          variant="default"
          loading={busy}
          disabled={reading}
          onClick={() => void read()}
        >
          {t('storefront.again')}
        </MayButton>
      </div>
      {installed.length > 0 && mayRead && mayBeReadElsewhere(data) ? (
        <Suspense fallback={null}>
          <ByExtension
            storeId={storeId}
            address={address}
            onRead={(read) => client.setQueryData<Storefront>(key, read)}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

function Info({ info }: { info: NonNullable<Storefront['info']> }) {
  const { t } = useTranslation('channels');
  const profiles = NETWORKS.flatMap(({ key, name }) => {
    const url = info[key]?.url;
    return url ? [{ name, url }] : [];
  });
  return (
    <>
      <dl className={classes.healthFacts}>
        <div>
          <dt>{t('storefront.theme')}</dt>
          <dd>
            {info.themeUri ? (
              <a href={info.themeUri} target="_blank" rel="noreferrer">
                {info.themeName}
              </a>
            ) : (
              (info.themeName ?? t('storefront.none'))
            )}
          </dd>
        </div>
        <div>
          <dt>{t('storefront.apps')}</dt>
          <dd>
            {info.appUsed.length === 0 ? (
              t('storefront.noApps')
            ) : (
              <ul className={classes.found}>
                {info.appUsed.map((app) => (
                  <li key={app.name}>
                    <a href={app.app_store_url} target="_blank" rel="noreferrer">
                      {app.name}
                    </a>
                    <span className={classes.quiet}>{t(`appKind.${APP_KIND[app.category]}`)}</span>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('storefront.profiles')}</dt>
          <dd>
            {profiles.length === 0 ? (
              t('storefront.noProfiles')
            ) : (
              <ul className={classes.found}>
                {profiles.map(({ name, url }) => (
                  <li key={name}>
                    <a href={url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </dd>
        </div>
      </dl>
      {info.bestSellingUrl ? (
        <div>
          <Button component="a" href={info.bestSellingUrl} target="_blank" rel="noreferrer" size="xs" variant="subtle">
            {t('storefront.best')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
