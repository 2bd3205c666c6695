import { Button } from '@mantine/core';
import { Boxes, PackageSearch, ReceiptText, Store, Truck, Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { api } from '../../lib/api.ts';
import { Harbour, useEntry, useMeta } from '../auth/index.ts';
import classes from './landing.module.css';
import { PublicFrame } from './public-frame.tsx';

/** The way of a product, from the supplier to the customer. */
const STEPS = [
  { key: 'find', icon: PackageSearch },
  { key: 'edit', icon: Boxes },
  { key: 'sell', icon: Store },
  { key: 'order', icon: ReceiptText },
  { key: 'track', icon: Truck },
  { key: 'count', icon: Wallet },
] as const;

/** What the product does, for who sees it for the first time. */
export default function LandingPage() {
  const { t } = useTranslation('public');
  const meta = useMeta();
  const entry = useEntry();
  return (
    <PublicFrame title={t('landing.title')}>
      <section className={classes.hero}>
        <div className={classes.words}>
          <h1 className={classes.title}>{t('landing.title')}</h1>
          <p className={classes.text}>{t('landing.text')}</p>
          <div className={classes.actions}>
            <LinkButton to="/signup" size="md">
              {t('landing.begin')}
            </LinkButton>
            {meta?.demo ? (
              <Button
                variant="default"
                size="md"
                loading={entry.busy}
                onClick={() => void entry.enter(() => api('POST /auth/try-now', { body: {} }))}
              >
                {t('landing.demo')}
              </Button>
            ) : (
              <LinkButton to="/public/pricing" variant="default" size="md">
                {t('landing.pricing')}
              </LinkButton>
            )}
          </div>
          {meta?.demo ? (
            <p className={classes.note}>
              <SandboxTag /> {t('landing.demoNote')}
            </p>
          ) : null}
        </div>
        <div className={classes.picture}>
          <Harbour isLow />
        </div>
      </section>
      <section aria-labelledby="way">
        <h2 id="way" className={classes.heading}>
          {t('landing.way')}
        </h2>
        <ol className={classes.steps}>
          {STEPS.map((step) => (
            <li key={step.key} className={classes.step}>
              <span className={classes.icon}>
                <step.icon size={18} strokeWidth={1.75} aria-hidden />
              </span>
              <h3 className={classes.stepTitle}>{t(`step.${step.key}.title`)}</h3>
              <p className={classes.stepText}>{t(`step.${step.key}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className={classes.own} aria-labelledby="own">
        <h2 id="own" className={classes.heading}>
          {t('landing.own')}
        </h2>
        <p className={classes.text}>{t('landing.ownText')}</p>
      </section>
    </PublicFrame>
  );
}
