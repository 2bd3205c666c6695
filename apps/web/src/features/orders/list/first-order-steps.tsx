import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import classes from './list.module.css';

/** Which steps towards the first shipped order are done, shown while there is no order. */
export function FirstOrderSteps() {
  const { t } = useTranslation('orders');
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'onboarding'),
    queryFn: ({ signal }) => api('GET /orders/v5/onboarding', { signal, quiet: true }),
  });
  if (!data || data.next === null) return null;
  return (
    <ol className={classes.steps} aria-label={t('onboarding.label')}>
      {data.steps.map(({ step, done }) => (
        <li key={step} data-done={done || undefined} aria-current={step === data.next ? 'step' : undefined}>
          {done ? <CircleCheck size={16} aria-label={t('onboarding.done')} /> : <Circle size={16} aria-hidden />}
          {t(`onboarding.${step}`)}
        </li>
      ))}
    </ol>
  );
}
