import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './catalog.module.css';

const FEW = 8;

/** The shipping rates of the own catalog, with their files to change them. */
export function RatesCard({
  count,
  onTemplate,
}: {
  count: { rates: number; countries: number };
  onTemplate(): Promise<void>;
}) {
  const { t } = useTranslation('warehouse');
  const { country, days } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const { data } = useQuery({
    queryKey: queryKeys.part('warehouse', 'rates', { rates: count.rates }),
    queryFn: ({ signal }) => api('GET /operator/catalog/rates', { signal }),
    enabled: count.rates > 0,
  });
  const rates = data?.items ?? [];
  return (
    <SettingCard
      title={t('rates.title')}
      note={count.rates === 0 ? t('rates.none') : t('rates.note', { count: count.countries })}
      actions={
        count.rates > 0 ? (
          <Button
            variant="default"
            onClick={() =>
              void api('GET /operator/catalog/export', { query: { kind: 'rates' } }).then((file) =>
                saveFile(file.file_name, file.csv),
              )
            }
          >
            {t('rates.download')}
          </Button>
        ) : null
      }
    >
      {rates.length > 0 ? (
        <div className={classes.scroll}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('column.to')}</th>
                <th scope="col">{t('rates.from')}</th>
                <th scope="col">{t('column.service')}</th>
                <th scope="col" className={classes.end}>
                  {t('rates.parcel')}
                </th>
                <th scope="col" className={classes.end}>
                  {t('rates.perKg')}
                </th>
                <th scope="col">{t('rates.days')}</th>
              </tr>
            </thead>
            <tbody>
              {(isWhole ? rates : rates.slice(0, FEW)).map((rate) => (
                <tr key={`${rate.ships_from} ${rate.country} ${rate.service}`}>
                  <td>{country(rate.country)}</td>
                  <td>{rate.ships_from ? country(rate.ships_from) : t('rates.anywhere')}</td>
                  <td>
                    <bdi>{rate.service}</bdi>
                  </td>
                  <td className={classes.end}>
                    <Money value={rate.parcel} />
                  </td>
                  <td className={classes.end}>
                    <Money value={rate.per_kg} />
                  </td>
                  <td>{days(rate.delivery_days.min, rate.delivery_days.max)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
      <div className={classes.buttons}>
        {rates.length > FEW && !isWhole ? (
          <Button variant="subtle" onClick={() => setWhole(true)}>
            {t('rates.all', { count: rates.length })}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => void onTemplate()}>
          {t('rates.template')}
        </Button>
      </div>
    </SettingCard>
  );
}
