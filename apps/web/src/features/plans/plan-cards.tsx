import { FAMILIES, FAMILY_LIMITS, type Family } from '@quayside/contracts/plan-table.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './plan-cards.module.css';
import { PLAN_GROUPS, type PlanRow } from './plan-rows.ts';

interface Props {
  recommended: Family | undefined;
  price(family: Family): ReactNode;
  cell(family: Family, row: PlanRow): ReactNode;
  /** The button to switch to a plan; undefined where plans are not switched here. */
  choice: ((family: Family) => ReactNode) | undefined;
}

/** The plans one below the other, for a screen that holds no six columns. */
export function PlanCards({ recommended, price, cell, choice }: Props) {
  const { t } = useTranslation('plans');
  return (
    <ul className={classes.cards} aria-label={t('pricing.title')}>
      {FAMILIES.map((family) => (
        <li key={family} className={classes.card} data-recommended={family === recommended || undefined}>
          <div className={classes.head}>
            <h2 className={classes.name}>
              <bdi dir="ltr">{FAMILY_LIMITS[family].name}</bdi>
              {family === recommended ? <span className={classes.badge}>{t('pricing.recommended')}</span> : null}
            </h2>
            <span>
              {price(family)} <span className={classes.quiet}>{t('pricing.perMonth')}</span>
            </span>
            {choice?.(family)}
          </div>
          <dl>
            {PLAN_GROUPS.flatMap((group) =>
              group.rows.map((row) => (
                <div key={row} className={classes.line}>
                  <dt>{t(`row.${row}`)}</dt>
                  <dd>{cell(family, row)}</dd>
                </div>
              )),
            )}
          </dl>
        </li>
      ))}
    </ul>
  );
}
