import { Button } from '@mantine/core';
import type { RecommendedApp } from '@quayside/contracts';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { CircleCheck, ExternalLink } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { SettingCard } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { APP_KIND } from '../../lib/outside/app-kinds.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMeta } from '../auth/index.ts';
import { PublicFrame } from './public-frame.tsx';
import classes from './recommended.module.css';

/** Names of the stores whose pages showed an app, by the app's name. */
type Uses = ReadonlyMap<string, string[]>;

/** Recommended apps from the catalog of known apps. Redirects to the operator's page if one is set. */
export default function RecommendedPage() {
  const { t } = useTranslation('public');
  const meta = useMeta();
  const elsewhere = meta?.links.apps;
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere);
  }, [elsewhere]);
  const signedIn = session().read('token') !== undefined;
  return (
    <PublicFrame title={t('apps.title')}>
      <QueryClientProvider client={queryClient}>
        <h1 className={classes.title}>{t('apps.title')}</h1>
        <p className={classes.text}>{t('apps.text')}</p>
        {meta && !elsewhere ? (
          <>
            <OwnApps links={meta.links} signedIn={signedIn} />
            {signedIn ? <AppsInUse /> : <KnownApps />}
          </>
        ) : (
          <Waiting />
        )}
      </QueryClientProvider>
    </PublicFrame>
  );
}

function Waiting() {
  return (
    <div className={classes.apps} aria-busy="true">
      {[1, 2, 3, 4, 5, 6].map((one) => (
        <SkeletonBox key={one} width="100%" height={150} />
      ))}
    </div>
  );
}

type Links = NonNullable<ReturnType<typeof useMeta>>['links'];

/** Apps of this installation: those that the operator set, and the extension that it hands out itself. */
function OwnApps({ links, signedIn }: { links: Links; signedIn: boolean }) {
  const { t } = useTranslation('public');
  const set = (
    [
      { key: 'researcher', url: links.researcher },
      { key: 'chrome', url: links.extension_chrome },
      { key: 'edge', url: links.extension_edge },
    ] as const
  ).filter((app) => app.url !== null);
  const hasPublished = links.extension_chrome !== null || links.extension_edge !== null;
  return (
    <div className={classes.apps}>
      {set.map((app) => (
        <SettingCard
          key={app.key}
          title={t(`apps.${app.key}.title`)}
          note={t(`apps.${app.key}.text`)}
          actions={
            <Button component="a" href={app.url ?? ''} target="_blank" rel="noreferrer" variant="default">
              {app.key === 'researcher' ? t('apps.open') : t('apps.install')}
            </Button>
          }
        >
          {null}
        </SettingCard>
      ))}
      {links.extension_own && !hasPublished ? (
        <SettingCard
          title={t('apps.own.title')}
          note={t('apps.own.text')}
          actions={
            signedIn ? (
              <LinkButton to="/app/setting/extension" variant="default">
                {t('apps.install')}
              </LinkButton>
            ) : (
              <LinkButton to="/help/$article" params={{ article: 'browser-extension' }} variant="default">
                {t('apps.open')}
              </LinkButton>
            )
          }
        >
          {null}
        </SettingCard>
      ) : null}
    </div>
  );
}

/** The list for signed-in people, with a mark on apps that their stores use. */
function AppsInUse() {
  const { account, workplaceId } = useAccount();
  const { data } = useQuery({
    queryKey: queryKeys.part('stores', 'apps', { workplaceId }),
    queryFn: ({ signal }) => api('GET /connections/storefronts/apps', { signal, quiet: true }),
    enabled: workplaceId !== undefined,
    // Without permission to read the stores, the list has no marks.
    retry: false,
  });
  const uses = new Map<string, string[]>();
  for (const { store_id, apps } of data?.items ?? []) {
    const store = account?.linked_stores.find(({ id }) => id === store_id);
    if (!store || store.status === 'uninstalled') continue;
    for (const app of apps) uses.set(app, [...(uses.get(app) ?? []), store.store_name || store.platform_domain]);
  }
  return <KnownApps uses={uses} />;
}

function KnownApps({ uses }: { uses?: Uses }) {
  const { t } = useTranslation(['public', 'channels']);
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('meta', 'recommended-apps'),
    queryFn: ({ signal }) => api('GET /recommended/apps', { signal, quiet: true }),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const categories = [...new Set(data.items.map((app) => app.category))];
  return (
    <>
      {categories.map((category) => (
        <section key={category} aria-labelledby={`apps-${APP_KIND[category]}`}>
          <h2 id={`apps-${APP_KIND[category]}`} className={classes.kind}>
            {t(`channels:appKind.${APP_KIND[category]}`)}
          </h2>
          <ul className={classes.apps}>
            {data.items
              .filter((app) => app.category === category)
              .map((app) => (
                <li key={app.key}>
                  <AppCard app={app} stores={uses?.get(app.name) ?? []} />
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p className={classes.note}>{t('apps.note')}</p>
    </>
  );
}

function AppCard({ app, stores }: { app: RecommendedApp; stores: readonly string[] }): ReactNode {
  const { t } = useTranslation('public');
  const { list } = useFormats();
  const place = app.app_store?.name ?? new URL(app.url).hostname;
  return (
    <article className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.name}>
          <bdi>{app.name}</bdi>
        </h3>
        {app.app_store ? (
          <span className={classes.tag}>{t('apps.platform', { platform: app.app_store.platform })}</span>
        ) : null}
      </div>
      <p className={classes.for}>{t(`apps.app.${app.key}`)}</p>
      {stores.length > 0 ? (
        <p className={classes.used}>
          <CircleCheck size={15} aria-hidden />
          <span>{t('apps.installed', { stores: list([...stores], 'conjunction') })}</span>
        </p>
      ) : null}
      <a href={app.url} target="_blank" rel="noreferrer" className={classes.go}>
        <span className="visually-hidden">{app.name}: </span>
        {t('apps.view', { place })}
        <ExternalLink size={14} aria-hidden />
      </a>
    </article>
  );
}
