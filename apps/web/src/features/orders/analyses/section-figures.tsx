import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './analyses.module.css';

const SECTIONS = ['placement', 'shipment', 'refund'] as const;

interface Props {
  from: string;
  to: string;
  source: string;
  storeId: string | undefined;
}

/** Figures of the three sections of the order area for the chosen days and supplier. */
export function SectionFigures({ from, to, source, storeId }: Props) {
  const { t } = useTranslation(['analyses', 'orders', 'tracking']);
  const { number } = useFormats();
  const query = { from_date: from, to_date: to, ...(source ? { source } : {}), store_id: storeId };
  const answers = useQueries({
    queries: SECTIONS.map((type) => ({
      queryKey: queryKeys.part('orders', `section-${type}`, query),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api('GET /orders/v5/section/{type}/summary', { params: { type }, query, signal }),
      placeholderData: keepPreviousData,
    })),
  });
  const labelOf = (section: (typeof SECTIONS)[number], state: string): string =>
    section === 'shipment'
      ? t(`tracking:state.${state}` as 'tracking:state.delivered')
      : t(`state.${section}.${state}` as 'state.refund.pending');
  return (
    <section className={classes.block} aria-labelledby="analyses-sections">
      <h2 id="analyses-sections" className={classes.heading}>
        {t('sections')}
      </h2>
      <div className={classes.sections}>
        {SECTIONS.map((section, at) => {
          const data = answers[at]?.data;
          return (
            <div key={section} className={classes.card}>
              <h3 className={classes.cardTitle}>{t(`section.${section}`)}</h3>
              {!data ? (
                <SkeletonBox width="100%" height={60} />
              ) : data.counts.every((one) => one.count === 0) ? (
                <p className={classes.note}>{t('none')}</p>
              ) : (
                <dl className={classes.facts}>
                  {data.counts.map((one) => (
                    <div key={one.state}>
                      <dt>{labelOf(section, one.state)}</dt>
                      <dd>{number(one.count)}</dd>
                    </div>
                  ))}
                  {data.amounts.map((sum) => (
                    <div key={sum.currency} data-total>
                      <dt>{t(section === 'refund' ? 'refunded' : 'cost')}</dt>
                      <dd>
                        <Money value={sum} />
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
          );
        })}
      </div>
    </section>
  );
}
