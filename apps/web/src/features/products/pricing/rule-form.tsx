import { ActionIcon, Button, NativeSelect, Switch } from '@mantine/core';
import {
  LEAST_LEFT,
  MOST_AMOUNT,
  MOST_BANDS,
  MOST_COMPARE_AT,
  MOST_FEE,
  MOST_MARGIN,
  MOST_MULTIPLIER,
  MULTIPLIER_UNIT,
  type PriceBand,
  type PriceRule,
  ROUNDINGS,
  type Rounding,
  WHOLE,
} from '@quayside/contracts/pricing-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { AmountField, PercentField, ScaledField } from './number-fields.tsx';
import classes from './pricing.module.css';
import type { BandFault, RuleFault } from './rule-faults.ts';

interface Props {
  rule: PriceRule;
  faults: readonly RuleFault[];
  disabled: boolean;
  onChange(rule: PriceRule): void;
}

const other = (band: PriceBand, kind: PriceBand['kind']): PriceBand =>
  kind === 'markup'
    ? { kind, from: band.from, multiply: 2 * MULTIPLIER_UNIT, add: 0 }
    : { kind, from: band.from, margin: WHOLE / 2 };

/** The rows of a rule: from which cost on, and how the price follows. */
function Bands({ rule, faults, disabled, onChange }: Props) {
  const { t } = useTranslation('pricing');
  const { bands, currency } = rule;
  const set = (at: number, band: PriceBand) => onChange({ ...rule, bands: bands.with(at, band) });
  const fault = (at: number) => faults.find((one): one is BandFault => one.field === 'bands' && one.at === at);
  const add = () => {
    const last = bands.at(-1);
    if (last) onChange({ ...rule, bands: [...bands, { ...last, from: last.from + 10 * 10 ** getDecimals(currency) }] });
  };
  return (
    <SettingCard title={t('bands.title')} note={t('bands.note')}>
      <ul className={classes.bands}>
        {bands.map((band, at) => {
          const broken = fault(at);
          const number = at + 1;
          return (
            // Rows have no other identity than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at} className={classes.band}>
              <AmountField
                label={t('bands.from')}
                value={band.from}
                currency={currency}
                most={MOST_AMOUNT}
                disabled={disabled || at === 0}
                error={broken?.what === 'order' ? t('bands.order') : undefined}
                onChange={(from) => set(at, { ...band, from: from ?? 0 })}
              />
              <div className={classes.method}>
                <Segmented
                  label={t('bands.method', { number })}
                  value={band.kind}
                  choices={[
                    { value: 'markup', label: t('bands.markup') },
                    { value: 'margin', label: t('bands.margin') },
                  ]}
                  onChange={(kind) => (disabled ? undefined : set(at, other(band, kind)))}
                />
              </div>
              {band.kind === 'markup' ? (
                <>
                  <ScaledField
                    label={t('bands.multiply')}
                    value={band.multiply}
                    scale={MULTIPLIER_UNIT}
                    decimals={3}
                    most={MOST_MULTIPLIER}
                    prefix="× "
                    disabled={disabled}
                    onChange={(multiply) => set(at, { ...band, multiply: multiply ?? 0 })}
                  />
                  <AmountField
                    label={t('bands.add')}
                    value={band.add}
                    currency={currency}
                    most={MOST_AMOUNT}
                    disabled={disabled}
                    onChange={(plus) => set(at, { ...band, add: plus ?? 0 })}
                  />
                </>
              ) : (
                <PercentField
                  label={t('bands.marginField')}
                  value={band.margin}
                  most={MOST_MARGIN}
                  disabled={disabled}
                  error={broken?.what === 'margin' ? t('bands.tooMuch') : undefined}
                  onChange={(margin) => set(at, { ...band, margin: margin ?? 0 })}
                />
              )}
              {at > 0 ? (
                <ActionIcon
                  size={36}
                  className={classes.remove}
                  disabled={disabled}
                  aria-label={t('bands.remove', { number })}
                  onClick={() => onChange({ ...rule, bands: bands.toSpliced(at, 1) })}
                >
                  <Trash2 size={16} aria-hidden />
                </ActionIcon>
              ) : null}
            </li>
          );
        })}
      </ul>
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<Plus size={14} aria-hidden />}
          disabled={disabled || bands.length >= MOST_BANDS}
          onClick={add}
        >
          {t('bands.addRow')}
        </Button>
      </div>
    </SettingCard>
  );
}

/** The fields of a price rule. */
export function RuleForm(props: Props) {
  const { t } = useTranslation('pricing');
  const { money } = useFormats();
  const { rule, faults, disabled, onChange } = props;
  const { currency, fees, floor } = rule;
  const unit = 10 ** getDecimals(currency);
  const roundingName = (rounding: Rounding): string => {
    if (rounding === 'exact') return t('finish.exact');
    if (rounding === '99' || rounding === '95') return t('finish.ending', { ending: `.${rounding}` });
    return t('finish.nearest', { amount: money({ amount: Math.max(1, Number(rounding) * unit), currency }) });
  };
  // Endings and halves say nothing where a currency has no decimals.
  const roundings = ROUNDINGS.filter((one) => unit > 1 || !['99', '95', '0.5'].includes(one) || one === rule.rounding);
  return (
    <>
      <Bands {...props} />
      <SettingCard title={t('costs.title')}>
        <div className={classes.pair}>
          <PercentField
            label={t('costs.feePercent')}
            value={fees.percent}
            most={MOST_FEE}
            disabled={disabled}
            onChange={(percent) => onChange({ ...rule, fees: { ...fees, percent: percent ?? 0 } })}
          />
          <AmountField
            label={t('costs.feeFixed')}
            value={fees.fixed}
            currency={currency}
            most={MOST_AMOUNT}
            disabled={disabled}
            onChange={(fixed) => onChange({ ...rule, fees: { ...fees, fixed: fixed ?? 0 } })}
          />
        </div>
        <Switch
          label={t('costs.feesIn')}
          description={t('costs.feesInNote')}
          checked={fees.included}
          disabled={disabled}
          onChange={(event) => onChange({ ...rule, fees: { ...fees, included: event.currentTarget.checked } })}
        />
        <Switch
          label={t('costs.shippingIn')}
          description={t('costs.shippingInNote')}
          checked={rule.shipping_included}
          disabled={disabled}
          onChange={(event) => onChange({ ...rule, shipping_included: event.currentTarget.checked })}
        />
      </SettingCard>
      <SettingCard title={t('finish.title')}>
        <div className={classes.pair}>
          <NativeSelect
            label={t('finish.rounding')}
            value={rule.rounding}
            disabled={disabled}
            data={roundings.map((value) => ({ value, label: roundingName(value) }))}
            onChange={(event) => {
              const rounding = ROUNDINGS.find((one) => one === event.currentTarget.value);
              if (rounding) onChange({ ...rule, rounding });
            }}
          />
          <PercentField
            label={t('finish.compareAt')}
            value={rule.compare_at_percent}
            optional
            most={MOST_COMPARE_AT}
            disabled={disabled}
            onChange={(percent) => onChange({ ...rule, compare_at_percent: percent || null })}
          />
        </div>
        <p className={classes.note}>{t('finish.compareAtNote')}</p>
      </SettingCard>
      <SettingCard title={t('floor.title')} note={t('floor.note')}>
        <div className={classes.pair}>
          <AmountField
            label={t('floor.profit')}
            value={floor.profit}
            currency={currency}
            most={MOST_AMOUNT}
            disabled={disabled}
            onChange={(profit) => onChange({ ...rule, floor: { ...floor, profit: profit ?? 0 } })}
          />
          <PercentField
            label={t('floor.margin')}
            value={floor.margin}
            most={Math.min(MOST_MARGIN, WHOLE - LEAST_LEFT)}
            disabled={disabled}
            error={faults.some((one) => one.field === 'floor') ? t('bands.tooMuch') : undefined}
            onChange={(margin) => onChange({ ...rule, floor: { ...floor, margin: margin ?? 0 } })}
          />
        </div>
      </SettingCard>
    </>
  );
}
