import { useLocation } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { Pop } from '../../kit/pop.tsx';
import classes from './guide-pill.module.css';
import { mayOpenStep, STEP_PLACE } from './guideline.ts';
import { useGuideline } from './use-guideline.ts';

/** Where the quick start is shown whole. */
const WHOLE = /^\/app\/?$|^\/app\/guide-line/;

/** The next step of the quick start, on every screen that does not show it whole; gone when all is done or put away. */
export default function GuidePill() {
  const { t } = useTranslation(['home', 'guide']);
  const path = useLocation({ select: (location) => location.pathname });
  const { data, isAssumed } = useGuideline();
  if (!data || data.is_done || data.dismissed || WHOLE.test(path)) return null;
  const step = data.steps.find((one) => one.key === data.step_active_key);
  if (!step || !mayOpenStep({ isLoading: isAssumed, isDone: step.done })) return null;
  const done = data.steps.filter((one) => one.done).length;
  const place = STEP_PLACE[step.key];
  return (
    <Pop
      label={t('guide:quickStart.title')}
      align="end"
      width={300}
      trigger={(props) => (
        <button type="button" className={classes.pill} {...props}>
          <ListChecks size={16} aria-hidden />
          <span className="visually-hidden">{t('guide:quickStart.title')}</span>
          <span dir="ltr">
            {done}/{data.steps.length}
          </span>
        </button>
      )}
    >
      {(close) => (
        <div className={classes.step}>
          <p className={classes.count}>{t('guideline.count', { done, total: data.steps.length })}</p>
          <h2 className={classes.title}>{t(`guideline.steps.${step.key}.title`)}</h2>
          <p className={classes.text}>{t(`guideline.steps.${step.key}.text`)}</p>
          <div className={classes.actions}>
            {place !== path ? (
              <LinkButton to={place} size="xs" onClick={close}>
                {t(`guideline.steps.${step.key}.action`)}
              </LinkButton>
            ) : null}
            <LinkButton to="/app/guide-line" size="xs" variant="subtle" onClick={close}>
              {t('guide:quickStart.all')}
            </LinkButton>
          </div>
        </div>
      )}
    </Pop>
  );
}
