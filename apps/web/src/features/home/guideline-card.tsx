import { ActionIcon, Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Check, ShoppingCart, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { STEP_PLACE, type StepKey, useGuideline } from '../guide/index.ts';
import { planQuery } from '../plans/index.ts';
import classes from './guideline-card.module.css';

const orderSuggestionQuery = queryOptions({
  queryKey: queryKeys.part('listings', 'order-suggestion'),
  queryFn: ({ signal }) => api('GET /center/products/ob-suggestion/order', { signal }),
});

/** Leads to a product of the person's own store, to be bought as a test. */
function TestOrder() {
  const { t } = useTranslation('home');
  const { data } = useQuery(orderSuggestionQuery);
  const suggested = data?.items[0];
  if (!suggested) return null;
  return (
    <Button
      component="a"
      href={suggested.url}
      target="_blank"
      rel="noreferrer"
      variant="default"
      leftSection={<ShoppingCart size={16} aria-hidden />}
      aria-label={t('guideline.testOrderNamed', { title: suggested.title, store: suggested.store_name })}
    >
      {t('guideline.testOrder')}
    </Button>
  );
}

/** The quick start: six steps from nothing to the first order on its way. The next one is open. */
export function GuidelineCard() {
  const { t } = useTranslation('home');
  const { data, isAssumed, dismiss } = useGuideline();
  const { data: plan } = useQuery(planQuery);
  const [chosen, setChosen] = useState<StepKey>();
  if (!data || data.dismissed) return null;
  const open = chosen ?? data.step_active_key;
  const done = data.steps.filter((step) => step.done).length;
  const place = STEP_PLACE[open];
  const openStep = data.steps.find((step) => step.key === open);

  return (
    <section className={classes.card} aria-labelledby="guideline" aria-busy={isAssumed || undefined}>
      <header className={classes.head}>
        <div>
          <h2 id="guideline" className={classes.title}>
            {data.is_done ? t('guideline.doneTitle') : t('guideline.title')}
          </h2>
          <p className={classes.count}>{t('guideline.count', { done, total: data.steps.length })}</p>
        </div>
        <ActionIcon aria-label={t('guideline.dismiss')} data-hint={t('guideline.dismiss')} onClick={dismiss}>
          <X size={18} aria-hidden />
        </ActionIcon>
      </header>
      <ol className={classes.steps}>
        {data.steps.map((step, index) => (
          <li
            key={step.key}
            className={classes.step}
            data-done={step.done || undefined}
            data-open={step.key === open || undefined}
          >
            <button
              type="button"
              className={classes.stepButton}
              aria-expanded={step.key === open}
              aria-controls="guideline-step"
              data-step={step.key}
              data-done={step.done}
              onClick={() => setChosen(step.key)}
            >
              <span className={classes.mark} aria-hidden>
                {step.done ? <Check size={14} strokeWidth={2.5} /> : index + 1}
              </span>
              <span className={classes.name}>{t(`guideline.steps.${step.key}.title`)}</span>
              <span className="visually-hidden">{step.done ? t('guideline.stepDone') : t('guideline.stepOpen')}</span>
            </button>
          </li>
        ))}
      </ol>
      <div id="guideline-step" className={classes.body}>
        <p className={classes.text}>
          {open === 'CHOOSE_A_PLAN' && plan
            ? t('guideline.onPlan', { plan: plan.name })
            : t(`guideline.steps.${open}.text`)}
        </p>
        <div className={classes.actions}>
          {open === 'PLACE_ORDER' && !openStep?.done ? <TestOrder /> : null}
          <LinkButton to={place} variant={openStep?.done ? 'default' : 'filled'}>
            {t(`guideline.steps.${open}.action`)}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
