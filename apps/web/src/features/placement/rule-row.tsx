import { ActionIcon, NativeSelect, NumberInput } from '@mantine/core';
import type { ShippingRuleView } from '@quayside/contracts';
import { ArrowDown, ArrowUp, X } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES } from '../../kit/country-codes.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './placement.module.css';

interface Props {
  rule: ShippingRuleView;
  at: number;
  last: boolean;
  methods: readonly string[];
  /** useCountryChoices, once for all rows. */
  countries: ReturnType<typeof useCountryChoices>;
  disabled: boolean;
  /** The sample order matched this row. */
  matches: boolean;
  error(field: keyof ShippingRuleView): string | undefined;
  onChange(rule: ShippingRuleView): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

/** All countries by name, for a list to choose from. */
export function useCountryChoices() {
  const { country, language } = useFormats();
  return useMemo(() => {
    const order = new Intl.Collator(language);
    return COUNTRY_CODES.map((code) => ({ value: code, label: country(code) })).sort((a, b) =>
      order.compare(a.label, b.label),
    );
  }, [country, language]);
}

/** A row of the rule table: conditions, the method, and the one used if it isn't offered. i18n-keys: placement:limit.* */
export function RuleRow({
  rule,
  at,
  last,
  methods,
  countries,
  disabled,
  matches,
  error,
  onChange,
  onMove,
  onRemove,
}: Props) {
  const { t } = useTranslation('placement');
  const name = t('rule', { number: at + 1 });
  const amount = (field: 'weight_from' | 'weight_to' | 'cost_from' | 'cost_to', unit: number) => (
    <NumberInput
      label={t(`limit.${field}`)}
      value={rule[field] === null ? '' : rule[field] / unit}
      min={0}
      decimalScale={unit === 1 ? 0 : 2}
      allowNegative={false}
      disabled={disabled}
      error={error(field)}
      onChange={(value) => onChange({ ...rule, [field]: value === '' ? null : Math.round(Number(value) * unit) })}
    />
  );
  return (
    <li className={classes.rule} data-matches={matches || undefined} aria-label={name}>
      <div className={classes.ruleHead}>
        <span className={classes.ruleName}>{matches ? t('ruleMatches', { number: at + 1 }) : name}</span>
        <span>
          <ActionIcon
            variant="subtle"
            aria-label={t('moveUp', { number: at + 1 })}
            disabled={disabled || at === 0}
            onClick={() => onMove(-1)}
          >
            <ArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('moveDown', { number: at + 1 })}
            disabled={disabled || last}
            onClick={() => onMove(1)}
          >
            <ArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t('removeRule', { number: at + 1 })}
            disabled={disabled}
            onClick={onRemove}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </span>
      </div>
      <div className={classes.grid}>
        <NativeSelect
          label={t('country')}
          value={rule.country_code ?? ''}
          disabled={disabled}
          error={error('country_code')}
          data={[{ value: '', label: t('anyCountry') }, ...countries]}
          onChange={(event) => onChange({ ...rule, country_code: event.currentTarget.value || null })}
        />
        <div className={classes.pair}>
          {amount('weight_from', 1)}
          {amount('weight_to', 1)}
        </div>
        <div className={classes.pair}>
          {amount('cost_from', 100)}
          {amount('cost_to', 100)}
        </div>
        <NativeSelect
          label={t('method')}
          value={rule.shipping_method}
          disabled={disabled}
          error={error('shipping_method')}
          data={[...methods]}
          onChange={(event) => onChange({ ...rule, shipping_method: event.currentTarget.value })}
        />
        <NativeSelect
          label={t('otherwise')}
          value={rule.otherwise ?? ''}
          disabled={disabled}
          error={error('otherwise')}
          data={[{ value: '', label: t('otherwiseDefault') }, ...methods]}
          onChange={(event) => onChange({ ...rule, otherwise: event.currentTarget.value || null })}
        />
      </div>
    </li>
  );
}
