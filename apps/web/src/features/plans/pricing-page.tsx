import {
  FAMILIES,
  FAMILY_LIMITS,
  type Family,
  getPlan,
  RECOMMENDED_PLAN,
  SOLD_PLANS,
  yearlyPrice,
} from '@quayside/contracts/plan-table.ts';
import { CREDIT_COSTS, creditText, isUnlimited, MANAGED_COST } from '@quayside/contracts/quota.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../app/query-client.ts';
import { LinkButton } from '../../kit/link-button.tsx';
import { Segmented } from '../../kit/segmented.tsx';
import { session } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { useMeta } from '../auth/index.ts';
import { PublicFrame } from '../public/index.ts';
import { PlanCards } from './plan-cards.tsx';
import { usePlanChoice } from './plan-choice.tsx';
import { PLAN_GROUPS, type PlanRow } from './plan-rows.ts';
import classes from './pricing.module.css';

type Cycle = 'monthly' | 'yearly';

const tiersOf = (family: Family) => SOLD_PLANS.filter((plan) => plan.family === family);
const RECOMMENDED = getPlan(RECOMMENDED_PLAN)?.family;

/** What each plan costs and allows, from the plans' own data. */
export default function PricingPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Pricing />
    </QueryClientProvider>
  );
}

function Pricing() {
  const { t } = useTranslation('plans');
  const meta = useMeta();
  const { dollars } = useDollars();
  const { number, percent } = useFormats();
  const [cycle, setCycle] = useState<Cycle>('monthly');
  const month = (plan: { price: number }) => (cycle === 'monthly' ? plan.price : yearlyPrice(plan) / 12);
  const mobile = useIsMobile();
  const signedIn = session().read('token') !== undefined;
  const choice = usePlanChoice(signedIn);

  const cell = (family: Family, row: PlanRow) => {
    const limits = FAMILY_LIMITS[family];
    if (row === 'credits')
      return tiersOf(family).map((plan) => (
        <span key={plan.key} className={classes.tier}>
          {creditText(plan.credits, number)}
          {tiersOf(family).length > 1 ? <span className={classes.tierPrice}>{dollars(month(plan))}</span> : null}
        </span>
      ));
    const value = limits[row];
    if (row === 'cashback') return value ? percent(Number(value) / 100) : <No />;
    if (typeof value === 'boolean') return value ? <Yes /> : <No />;
    return isUnlimited(value) ? t('pricing.unlimited') : value === 0 ? <No /> : number(value);
  };

  const price = (family: Family) => (
    <span className={classes.price}>
      {tiersOf(family).length > 1 ? <span className={classes.from}>{t('pricing.from')}</span> : null}
      {dollars(month(tiersOf(family)[0] ?? { price: 0 }))}
    </span>
  );

  return (
    <PublicFrame title={t('pricing.title')}>
      <div className={classes.intro}>
        <h1 className={classes.title}>{t('pricing.title')}</h1>
        <p className={classes.text}>{t('pricing.text')}</p>
        <Segmented<Cycle>
          label={t('pricing.cycle')}
          value={cycle}
          onChange={setCycle}
          choices={[
            { value: 'monthly', label: t('pricing.monthly') },
            { value: 'yearly', label: t('pricing.yearly') },
          ]}
        />
      </div>
      {mobile ? (
        <PlanCards recommended={RECOMMENDED} price={price} cell={cell} choice={choice} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by the keyboard too
        <section className={classes.scroll} aria-label={t('pricing.title')} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                <td className={classes.corner} />
                {FAMILIES.map((family) => (
                  <th key={family} scope="col" data-recommended={family === RECOMMENDED || undefined}>
                    {family === RECOMMENDED ? <span className={classes.badge}>{t('pricing.recommended')}</span> : null}
                    <span className={classes.name} dir="ltr">
                      {FAMILY_LIMITS[family].name}
                    </span>
                    {price(family)}
                    <span className={classes.per}>{t('pricing.perMonth')}</span>
                    {choice?.(family)}
                  </th>
                ))}
              </tr>
            </thead>
            {PLAN_GROUPS.map((group) => (
              <tbody key={group.key}>
                <tr>
                  <th scope="rowgroup" colSpan={FAMILIES.length + 1} className={classes.group}>
                    <span>{t(`group.${group.key}`)}</span>
                  </th>
                </tr>
                {group.rows.map((row) => (
                  <tr key={row}>
                    <th scope="row" className={classes.row}>
                      {t(`row.${row}`)}
                    </th>
                    {FAMILIES.map((family) => (
                      <td key={family} data-recommended={family === RECOMMENDED || undefined}>
                        {cell(family, row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
      <section className={classes.costs} aria-labelledby="costs">
        <h2 id="costs" className={classes.heading}>
          {t('costs.title')}
        </h2>
        <ul className={classes.costList}>
          {Object.entries(CREDIT_COSTS).map(([feature, cost]) => {
            const isManaged = feature === 'PRODUCT_IMPORT' || feature === 'PRODUCT_LISTING';
            return (
              <li key={feature}>
                <span>
                  {t(`feature.${feature as keyof typeof CREDIT_COSTS}`)}
                  {isManaged ? (
                    <span className={classes.costNote}>
                      {t('costs.managed', { cost: number(cost), managed: number(MANAGED_COST) })}
                    </span>
                  ) : null}
                </span>
                <span className={classes.cost}>
                  {number(cost)}
                  {isManaged ? ` + ${number(MANAGED_COST)}` : ''}
                </span>
              </li>
            );
          })}
        </ul>
      </section>
      <div className={classes.end}>
        {choice ? (
          <p className={classes.note}>{t('pricing.free')}</p>
        ) : meta ? (
          <p className={classes.note}>{t('pricing.honest', { name: meta.plan })}</p>
        ) : (
          <span />
        )}
        <LinkButton to={signedIn ? '/app' : '/signup'}>{signedIn ? t('pricing.back') : t('pricing.begin')}</LinkButton>
      </div>
    </PublicFrame>
  );
}

/** Plan prices in the language in use. Cents in. */
function useDollars() {
  const { planPrice } = useFormats();
  return { dollars: (cents: number) => <bdi dir="ltr">{planPrice(cents)}</bdi> };
}

function Yes() {
  const { t } = useTranslation('plans');
  return (
    <span className={classes.yes}>
      <Check size={16} aria-hidden />
      <span className="visually-hidden">{t('pricing.included')}</span>
    </span>
  );
}

function No() {
  const { t } = useTranslation('plans');
  return (
    <span className={classes.no}>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t('pricing.notIncluded')}</span>
    </span>
  );
}
