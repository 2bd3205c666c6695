import { Button } from '@mantine/core';
import { cycleName } from '@quayside/contracts/plan-table.ts';
import { creditText, isDemoMode, isUnlimited, usageBar, usagePercent } from '@quayside/contracts/quota.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { planQuery } from './plan-query.ts';
import classes from './usage.module.css';
import { useEndDemoMode } from './use-end-demo-mode.ts';
import { usePlansShown } from './use-plans-shown.ts';

/** Features whose use a person sees, in this order. */
const SHOWN = [
  'PRODUCT_IMPORT',
  'PRODUCT_LISTING',
  'PRODUCT_TRACKING',
  'ORDER_FULFILLMENT',
  'WORKSPACE',
  'AI_PRODUCT_CONTENT',
] as const;

/** What was used of the plan that pays in this workspace: credits, then each feature. */
export default function Usage({ onDone }: { onDone?(): void }) {
  const { t } = useTranslation('plans');
  const { number, percent, date } = useFormats();
  const { data, error, refetch } = useQuery(planQuery);
  const plansShown = usePlansShown(data?.provider_payment);
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className={classes.usage} aria-busy="true">
        <SkeletonLine width="40%" height={14} />
        <SkeletonLine width="100%" />
        <SkeletonLine width="70%" />
        <SkeletonLine width="80%" />
      </div>
    );
  const credits = t('usage.of', {
    used: number(data.total_credit_used),
    total: creditText(data.total_credit, number),
  });
  return (
    <div className={classes.usage}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('usage.plan', { name: data.name })}</h2>
        <span className={classes.quiet}>
          {t(`usage.cycle.${cycleName(data.package.cycle)}`)} · {percent(usagePercent(data) / 100)}
        </span>
      </div>
      <div>
        <div className={classes.line}>
          <span>{t('usage.credits')}</span>
          <span className={classes.figure}>{credits}</span>
        </div>
        <Bar label={t('usage.credits')} text={credits} filled={usageBar(data)} over={usagePercent(data) >= 100} />
      </div>
      <ul className={classes.list}>
        {SHOWN.map((feature) => {
          const state = data.package.features[feature];
          if (!state) return null;
          const name = t(`feature.${feature}`);
          const endless = isUnlimited(state.limit);
          const text = endless
            ? t('usage.noLimit', { used: number(state.usage) })
            : t('usage.of', { used: number(state.usage), total: number(state.limit) });
          const share = { total_credit: state.limit, total_credit_used: state.usage };
          return (
            <li key={feature}>
              <div className={classes.line}>
                <span>{name}</span>
                <span className={classes.figure}>{text}</span>
              </div>
              {endless ? null : (
                <Bar label={name} text={text} filled={usageBar(share)} over={state.usage >= state.limit} />
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.quiet}>{t('usage.renews', { date: date(data.resets_at) })}</p>
      <DemoMode />
      {plansShown ? (
        <Link to="/public/pricing" className={classes.more} onClick={onDone}>
          {t('usage.plans')}
        </Link>
      ) : null}
    </div>
  );
}

function Bar({ label, text, filled, over }: { label: string; text: string; filled: number; over: boolean }) {
  return (
    <>
      <meter className="visually-hidden" aria-label={label} min={0} max={100} value={filled}>
        {text}
      </meter>
      <div className={classes.bar} aria-hidden="true">
        <span data-over={over || undefined} style={{ inlineSize: `${filled}%` }} />
      </div>
    </>
  );
}

/** While demo mode is on: what it means, and the way out of it. */
function DemoMode() {
  const { t } = useTranslation('plans');
  const { account } = useAccount();
  const leave = useEndDemoMode();
  if (!account || !isDemoMode(account.remaining_meta_keys)) return null;
  return (
    <div className={classes.demo}>
      <p>{t('demo.text')}</p>
      <Button size="compact-sm" variant="default" loading={leave.isPending} onClick={() => leave.mutate()}>
        {t('demo.leave')}
      </Button>
    </div>
  );
}
