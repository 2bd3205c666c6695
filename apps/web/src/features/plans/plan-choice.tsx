import { Button } from '@mantine/core';
import { type Family, getPlan, SOLD_PLANS } from '@quayside/contracts/plan-table.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { toast } from '../../lib/toasts.ts';
import { planQuery } from './plan-query.ts';
import classes from './pricing.module.css';

/** The buttons by which an owner switches plans where none is charged for; undefined where that is not so. */
export function usePlanChoice(signedIn: boolean): ((family: Family) => ReactNode) | undefined {
  const { t } = useTranslation('plans');
  const client = useQueryClient();
  const { data } = useQuery({ ...planQuery, enabled: signedIn });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (plan_key: string) => api('POST /payments/user/choose-plan', { body: { plan_key } }),
    onSuccess: (plan) => {
      client.setQueryData(planQuery.queryKey, plan);
      void client.invalidateQueries({ queryKey: ['counts'] });
      toast('success', t('pricing.switched', { name: plan.name }));
    },
  });
  if (!data?.can_choose) return undefined;
  const held = getPlan(data.package.key)?.family;
  return (family) => {
    const first = SOLD_PLANS.find((plan) => plan.family === family);
    if (!first) return null;
    if (family === held) return <span className={classes.held}>{t('pricing.yours')}</span>;
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t('pricing.switchTo', { name: first.name })}
        loading={isPending && variables === first.key}
        disabled={isPending}
        onClick={() => mutate(first.key)}
      >
        {t('pricing.switch')}
      </Button>
    );
  };
}
