import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import classes from './guide.module.css';
import { STEP_PLACE } from './guideline.ts';
import { useGuideline } from './use-guideline.ts';

/** The quick start as a page of its own: every step with what it is for and the way there. */
export default function QuickStartPage() {
  const { t } = useTranslation(['home', 'guide']);
  const { data, isAssumed, mark } = useGuideline();
  const done = data?.steps.filter((step) => step.done).length ?? 0;
  return (
    <>
      <PageHeader
        title={t('guide:quickStart.title')}
        note={data ? t('guideline.count', { done, total: data.steps.length }) : null}
        actions={
          <>
            <LinkButton to="/app/ob-welcome" variant="subtle">
              {t('guide:welcome.page')}
            </LinkButton>
            {data?.dismissed ? (
              <Button variant="default" onClick={() => mark({ dismiss: false })}>
                {t('guide:quickStart.show')}
              </Button>
            ) : null}
          </>
        }
      />
      <ol className={classes.steps} aria-busy={isAssumed || undefined}>
        {data?.steps.map((step, index) => {
          const isNext = step.key === data.step_active_key && !step.done;
          return (
            <li key={step.key} className={classes.step} data-next={isNext || undefined}>
              <span className={classes.mark} data-done={step.done || undefined} aria-hidden>
                {step.done ? <Check size={14} strokeWidth={2.5} /> : index + 1}
              </span>
              <div className={classes.words}>
                <h2 className={classes.title}>
                  {t(`guideline.steps.${step.key}.title`)}
                  <span className="visually-hidden">
                    {step.done ? t('guideline.stepDone') : t('guideline.stepOpen')}
                  </span>
                </h2>
                <p className={classes.text}>{t(`guideline.steps.${step.key}.text`)}</p>
              </div>
              {
                <LinkButton to={STEP_PLACE[step.key]} variant={isNext ? 'filled' : 'default'}>
                  {t(`guideline.steps.${step.key}.action`)}
                </LinkButton>
              }
            </li>
          );
        })}
      </ol>
    </>
  );
}
