import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Suspense, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { homeSummary } from '../../lib/home-summary.ts';
import { session } from '../../lib/session.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import { ExtensionPromo } from '../guide/index.ts';
import { MoreButton } from '../shell/index.ts';
import { ConnectCard } from './connect-card.tsx';
import { FigureSkeletons, Figures } from './figures.tsx';
import { GuidelineCard } from './guideline-card.tsx';
import classes from './home-page.module.css';
import { PERIOD_URL } from './period.ts';
import { Results } from './results.tsx';

/** The first screen of a day: what waits, what was earned, and the next step for who is new. */
export default function HomePage() {
  const { t } = useTranslation('home');
  const { account, shownStore } = useAccount();
  const { date } = useFormats();
  const { known, may } = useMay();
  const seesOrders = may('orders.read');
  const [{ period }, setUrl] = useUrlState(PERIOD_URL);
  // Not on trust: who may not see them would be refused.
  const enabled = known && seesOrders;
  const today = useQuery({ ...homeSummary(shownStore?.id), enabled });
  const results = useQuery({ ...homeSummary(shownStore?.id, period), enabled, placeholderData: keepPreviousData });
  // Figures and chart are rendered in the background: input stays responsive.
  const data = useDeferredValue(today.data);
  const summary = useDeferredValue(results.data);
  const name = account?.first_name;
  return (
    <>
      <PageHeader
        title={name ? t('hello', { name }) : t('title')}
        pageTitle={t('title')}
        note={date(new Date().toISOString())}
        actions={
          session().hidesBilling ? (
            <Suspense fallback={null}>
              <MoreButton />
            </Suspense>
          ) : undefined
        }
      />
      <div className={classes.page}>
        <ConnectCard />
        <GuidelineCard />
        {!seesOrders ? null : today.error && !today.data ? (
          <ErrorState error={today.error} onRetry={() => void today.refetch()} />
        ) : (
          <>
            {data ? <Figures summary={data} /> : <FigureSkeletons />}
            {results.error && !results.data ? (
              <ErrorState error={results.error} onRetry={() => void results.refetch()} />
            ) : (
              <Results
                summary={summary}
                isStale={results.isPlaceholderData || summary !== results.data}
                period={period}
                onPeriod={(next) => setUrl({ period: next })}
              />
            )}
          </>
        )}
        {/* Last, so that nothing moves when it comes. */}
        <Suspense fallback={null}>
          <ExtensionPromo />
        </Suspense>
      </div>
    </>
  );
}
