import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { Money } from '../../../kit/money.tsx';
import { SkeletonBox, SkeletonLine } from '../../../kit/skeletons.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { PriceBar } from '../../products/index.ts';
import { type SourceName, sourcePrice } from '../source-queries.ts';
import { estimate } from './estimate.ts';
import classes from './profit-block.module.css';
import type { LogisticsOption } from './shipping-block.tsx';

interface Props {
  product: SourceName;
  skuId: string | undefined;
  /** The way of shipping chosen in the panel; the cheapest when none is. */
  shipping: LogisticsOption | undefined;
}

/** What the suggested price leaves: the price drawn as cost, shipping and profit. */
export function ProfitBlock({ product, skuId, shipping }: Props) {
  const { t } = useTranslation('sourcing');
  const { percent } = useFormats();
  const { data, isPending, isPlaceholderData } = useQuery(sourcePrice(product, skuId));
  if (isPending) {
    return (
      <PanelSection title={t('detail.profit')}>
        <div className={classes.block} aria-busy="true">
          <SkeletonLine width="45%" height={20} />
          <SkeletonBox width="100%" height={8} />
          <SkeletonLine width="80%" />
        </div>
      </PanelSection>
    );
  }
  if (!data) return null;
  const sent = shipping ?? data.shipping;
  const own =
    sent && sent.currency === data.currency
      ? estimate(data.rsp_price_usd, data.cost, sent.amount, data.currency)
      : undefined;
  return (
    <PanelSection title={t('detail.profit')}>
      <div className={classes.block} data-stale={isPlaceholderData || undefined}>
        <div className={classes.figures}>
          <div>
            <div className={classes.label}>{t('detail.rsp')}</div>
            <div className={classes.figure}>
              <Money value={data.rsp_price_usd} currency={data.currency} strong />
            </div>
            <div className={classes.note}>{t(`detail.suggestedBy.${data.suggested_by}`)}</div>
          </div>
          <div>
            <div className={classes.label}>{t('detail.estimatedProfit')}</div>
            <div className={classes.figure}>
              <Money value={own?.profit ?? null} strong signed />
            </div>
            <div className={classes.note}>
              {own
                ? own.margin === null
                  ? null
                  : t('detail.margin', { share: percent(own.margin / 100) })
                : t('detail.noEstimate')}
            </div>
          </div>
        </div>
        {own ? (
          <PriceBar
            label={t('detail.priceParts')}
            parts={[
              { key: 'cost', label: t('detail.cost'), amount: own.cost.amount, value: <Money value={own.cost} /> },
              {
                key: 'shipping',
                label: t('detail.shippingCost'),
                amount: own.shipping.amount,
                value: <Money value={own.shipping} />,
              },
              {
                key: 'profit',
                label: t('detail.left'),
                amount: own.profit.amount,
                value: <Money value={own.profit} signed />,
              },
            ]}
          />
        ) : null}
      </div>
    </PanelSection>
  );
}
