import { UNLIMITED } from '@quayside/contracts/quota.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { planQuery } from '../../plans/index.ts';
import enhancer from '../enhancer/enhancer.module.css';
import type { ImagePrice } from './use-order.ts';

/** What a request costs, and what is left. */
export function Price({ price }: { price: ImagePrice }) {
  const { t } = useTranslation(['images', 'products']);
  const { data: plan } = useQuery(planQuery);
  const [refused] = Object.values(price.failed);
  const left = plan ? plan.total_credit - plan.total_credit_used : 0;
  return (
    <div role="status" className={enhancer.quiet}>
      {price.images > 0 ? (
        <p>
          {price.credits === 0 ? t('free') : t('price', { count: price.images, credits: price.credits })}{' '}
          {price.credits === 0 || !plan
            ? ''
            : plan.total_credit === UNLIMITED
              ? t('unlimited')
              : t('left', { credits: Math.max(0, left) })}
        </p>
      ) : null}
      {refused ? (
        <p>{t('products:enhance.failed', { count: Object.keys(price.failed).length, reason: refused.text })}</p>
      ) : null}
    </div>
  );
}
