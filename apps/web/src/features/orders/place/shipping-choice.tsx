import type { ShippingInfo } from '@quayside/contracts';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { Pop } from '../../../kit/pop.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { deliveryWords, processingWords, shippingWords } from '../labels.ts';
import classes from './shipping-choice.module.css';

interface Props {
  label: string;
  /** Absent until it is asked for. */
  options: readonly ShippingInfo[] | undefined;
  /** The supplier is being asked. */
  pending: boolean;
  value: string | null;
  /** What is chosen, when the options are not known yet. */
  chosen?: ShippingInfo | null;
  /** Said while nothing is chosen and that is no fault. */
  without?: string;
  onOpen?(): void;
  onChange(method: string): void;
}

/** The shipping services of a supplier with their days and prices; a field that opens into a list of them. */
export function ShippingChoice({ label, options, pending, value, chosen, without, onOpen, onChange }: Props) {
  const { t } = useTranslation('orders');
  const { days } = useFormats();
  const daysOf = (one: ShippingInfo): string => {
    const delivery = deliveryWords(one, days);
    const processing = processingWords(one, days);
    return (
      [delivery && t('ship.delivery', { days: delivery }), processing && t('ship.processing', { days: processing })]
        .filter(Boolean)
        .join(' · ') || t('ship.noDays')
    );
  };
  const now = options?.find((one) => one.service_name === value) ?? chosen ?? undefined;
  return (
    <Pop
      label={label}
      width={360}
      kind="listbox"
      trigger={(props) => (
        <button
          type="button"
          className={classes.field}
          data-missing={(!now && !pending && !without) || undefined}
          {...props}
          onClick={() => {
            onOpen?.();
            props.onClick();
          }}
        >
          <span className={classes.words}>
            {now ? shippingWords(now, days) : pending ? t('ship.asking') : (without ?? t('ship.choose'))}
          </span>
          {now ? <Money value={now.cost} /> : null}
          <ChevronDown size={14} aria-hidden className={classes.chevron} />
        </button>
      )}
    >
      {(close) => (
        <div className={classes.list} role="radiogroup" aria-label={label}>
          {(options ?? []).map((one) => (
            // biome-ignore lint/a11y/useSemanticElements: a whole row is the radio
            <button
              key={one.service_name}
              type="button"
              role="radio"
              aria-checked={one.service_name === value}
              className={classes.option}
              onClick={() => {
                if (one.service_name !== value) onChange(one.service_name);
                close();
              }}
            >
              <span className={classes.dot} aria-hidden />
              <span className={classes.about}>
                <span className={classes.service}>
                  <bdi>{one.service_name}</bdi>
                  {one.quayside_recommend ? <span className={classes.tip}>{t('ship.recommended')}</span> : null}
                </span>
                <span className={classes.days}>{daysOf(one)}</span>
              </span>
              <Money value={one.cost} />
            </button>
          ))}
          {pending ? (
            <div className={classes.pending}>
              <SkeletonLine width="60%" />
              <span>{t('ship.asking')}</span>
            </div>
          ) : (options?.length ?? 0) === 0 ? (
            <p className={classes.none}>{t('ship.none')}</p>
          ) : null}
        </div>
      )}
    </Pop>
  );
}
