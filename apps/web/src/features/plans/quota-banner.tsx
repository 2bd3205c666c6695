import { refusedBy } from '@quayside/contracts/quota.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './demo.module.css';
import { planQuery } from './plan-query.ts';
import { usePlansShown } from './use-plans-shown.ts';

/**
 * Above a list that something is imported, listed or watched from, once the plan that pays allows no more of it: what is used up, and
 * where to look (rules B280 and B352). The largest plans are told of help instead (rule B279, decision A26). Import it lazily.
 */
export default function QuotaBanner({
  feature,
}: {
  feature: 'PRODUCT_IMPORT' | 'PRODUCT_LISTING' | 'PRODUCT_TRACKING';
}) {
  const { t } = useTranslation('plans');
  const { number, date } = useFormats();
  const { account } = useAccount();
  const { data: plan } = useQuery(planQuery);
  const plansShown = usePlansShown(plan?.provider_payment);
  const room = plan?.package.features[feature];
  const by = plan && room && refusedBy(feature, room, plan);
  if (!by) return null;
  const help = plan.package.key.startsWith('ENTERPRISE_') ? account?.links.help : undefined;
  return (
    <div className={classes.banner} data-kind="quota" role="status">
      <Gauge size={16} aria-hidden />
      <span className={classes.text}>
        {by === 'limit'
          ? t('over.limit', { limit: number(room.limit) })
          : t('over.credits', { credits: number(plan.total_credit), date: date(plan.resets_at) })}
      </span>
      {help ? (
        <a href={help} target="_blank" rel="noreferrer">
          {t('over.support')}
        </a>
      ) : plansShown ? (
        <Link to="/public/pricing">{t('usage.plans')}</Link>
      ) : null}
    </div>
  );
}
