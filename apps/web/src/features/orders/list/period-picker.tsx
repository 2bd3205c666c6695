import type { OrderPeriod } from '@quayside/contracts';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../../kit/choice-list.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './list.module.css';
import { PERIODS, type PeriodState } from './period.ts';

interface Props {
  value: PeriodState;
  /** The offered periods; default: those of the order list. */
  periods?: readonly OrderPeriod[];
  onChange(patch: Partial<PeriodState>): void;
}

/** Which days the list shows. Always in sight: an order that is missing is often only older. */
export function PeriodPicker({ value, periods = PERIODS, onChange }: Props) {
  const { t } = useTranslation('orders');
  const { day } = useFormats();
  const ranged = value.period === 'another_time' && value.from && value.to;
  return (
    <Pop
      label={t('period.label')}
      align="end"
      trigger={(props) => (
        <button type="button" className={classes.period} {...props}>
          <span>{ranged ? `${day(value.from)} – ${day(value.to)}` : t(`period.${value.period}`)}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <div>
          <ChoiceList
            label={t('period.label')}
            choices={periods.map((one) => ({ value: one, label: t(`period.${one}`) }))}
            chosen={[value.period]}
            emptyText=""
            onChange={(next) => {
              const period = periods.find((one) => one === next[0]) ?? value.period;
              onChange({ period, ...(period === 'another_time' ? {} : { from: '', to: '' }) });
              if (period !== 'another_time') close();
            }}
          />
          {value.period === 'another_time' ? (
            <div className={classes.days}>
              {(['from', 'to'] as const).map((edge) => (
                <label key={edge} className={classes.day}>
                  {t(`period.${edge}`)}
                  <input
                    type="date"
                    value={value[edge]}
                    min={edge === 'to' ? value.from || undefined : undefined}
                    onChange={(event) => onChange({ [edge]: event.currentTarget.value })}
                  />
                </label>
              ))}
            </div>
          ) : null}
        </div>
      )}
    </Pop>
  );
}
