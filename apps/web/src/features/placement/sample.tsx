import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SettingCard } from '../../kit/setting-card.tsx';
import { api, errorText } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { Draft } from './draft.ts';
import classes from './placement.module.css';
import { useCountryChoices } from './rule-row.tsx';

interface Props {
  source: string;
  /** The settings as typed, saved or not. */
  settings: Draft;
  /** The row of the rule table that matched. */
  onResult(row: number | null): void;
}

/** Shows which shipping method a sample order would get, and why. */
export function Sample({ source, settings, onResult }: Props) {
  const { t } = useTranslation('placement');
  const { country: nameOf, money } = useFormats();
  const countries = useCountryChoices();
  const [country, setCountry] = useState('US');
  const [weight, setWeight] = useState<number | string>(500);
  const [cost, setCost] = useState<number | string>(20);
  const check = useMutation({
    mutationFn: () =>
      api('POST /orders/v4/settings/{product_source}/sample', {
        params: { product_source: source },
        body: {
          settings,
          country_code: country,
          weight: weight === '' ? null : Math.round(Number(weight)),
          cost: cost === '' ? null : Math.round(Number(cost) * 100),
        },
        quiet: true,
      }),
    onSuccess: ({ row }) => onResult(row),
  });
  const found = check.data;
  const option = found?.offered.find((one) => one.service_name === found.shipping_method);
  return (
    <SettingCard title={t('sample')} note={t('sampleNote')}>
      <div className={classes.grid}>
        <NativeSelect
          label={t('country')}
          value={country}
          data={countries}
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        <NumberInput
          label={t('sampleWeight')}
          value={weight}
          onChange={setWeight}
          min={0}
          allowNegative={false}
          allowDecimal={false}
        />
        <NumberInput
          label={t('sampleCost')}
          value={cost}
          onChange={setCost}
          min={0}
          decimalScale={2}
          allowNegative={false}
        />
      </div>
      <div>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
          {t('checkSample')}
        </Button>
      </div>
      <Failure text={check.error ? errorText(check.error) : undefined} />
      <div role="status" className={classes.status}>
        {found ? (
          <div className={classes.result}>
            {found.ships ? (
              <>
                <span className={classes.answer}>
                  {found.shipping_method ?? t('cheapest')}
                  {option ? ` · ${money(option.amount)}` : ''}
                </span>
                <span>{t(`reason.${found.reason}`, { number: (found.row ?? 0) + 1 })}</span>
                {found.row !== null && (found.reason === 'default' || found.reason === 'cheapest') ? (
                  <span>{t('reason.notOffered', { number: found.row + 1 })}</span>
                ) : null}
                {found.item ? (
                  <span>
                    {t('sampleItem', {
                      item: [found.item.title, found.item.variant_title].filter(Boolean).join(' · '),
                    })}
                  </span>
                ) : null}
                {found.offered.length === 0 ? <span>{t('reason.unknown')}</span> : null}
              </>
            ) : (
              <span className={classes.answer}>{t('reason.excluded', { country: nameOf(country) })}</span>
            )}
          </div>
        ) : null}
      </div>
    </SettingCard>
  );
}
