import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SettingCard } from '../../kit/setting-card.tsx';
import { api, type CallBody, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import type { Draft } from './draft.ts';
import classes from './placement.module.css';
import { useCountryChoices } from './rule-row.tsx';

type SampleOrder = CallBody<'POST /orders/v4/settings/{product_source}/sample'>;

/** The shipping method of a sample order, read again when the supplier has responded. */
export function useSample(source: string) {
  const [asked, ask] = useState<SampleOrder | null>(null);
  const { data, error, isFetching } = useQuery({
    queryKey: queryKeys.part('suppliers', 'sample', { source, asked }),
    queryFn: ({ signal }) =>
      asked &&
      api('POST /orders/v4/settings/{product_source}/sample', {
        params: { product_source: source },
        body: asked,
        quiet: true,
        signal,
      }),
    enabled: asked !== null,
  });
  return { asked, ask, found: asked ? data : undefined, error, busy: isFetching };
}

interface Props {
  /** The settings as typed, saved or not. */
  settings: Draft;
  sample: ReturnType<typeof useSample>;
}

/** Shows which shipping method a sample order would get, and why. */
export function Sample({ settings, sample: { ask, found, error, busy } }: Props) {
  const { t } = useTranslation('placement');
  const { country: nameOf, money } = useFormats();
  const countries = useCountryChoices();
  const [country, setCountry] = useState('US');
  const [weight, setWeight] = useState<number | string>(500);
  const [cost, setCost] = useState<number | string>(20);
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
        <Button
          variant="default"
          loading={busy}
          onClick={() =>
            ask({
              settings,
              country_code: country,
              weight: weight === '' ? null : Math.round(Number(weight)),
              cost: cost === '' ? null : Math.round(Number(cost) * 100),
            })
          }
        >
          {t('checkSample')}
        </Button>
      </div>
      <Failure text={error ? errorText(error) : undefined} />
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
                {found.offered.length === 0 ? (
                  <span>{t(found.pending ? 'askingOffers' : 'reason.unknown')}</span>
                ) : null}
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
