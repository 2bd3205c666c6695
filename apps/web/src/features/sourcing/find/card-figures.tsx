import type { SourceCard } from '@quayside/contracts';
import type { MouseEventHandler } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './product-card.module.css';
import type { ShipFigures } from './use-ship-figures.ts';

interface Props {
  product: SourceCard;
  figures: ShipFigures;
  onClick: MouseEventHandler;
}

/** Cost, suggested selling price and profit of a card; the tooltip says how the profit is calculated. */
export function CardFigures({ product, figures, onClick }: Props) {
  const { t } = useTranslation('sourcing');
  const { money } = useFormats();
  const { currency } = product;
  const sell = product.details.rsp_price_usd;
  const sum = (value: number | null) => money(value, currency);
  const hint =
    figures.profit === null
      ? t('card.profitUnknown')
      : t('card.profitHint', { price: sum(sell), cost: sum(product.price), shipping: sum(figures.cost) });
  return (
    <dl className={classes.figures} data-hint={hint} onClick={onClick}>
      <div className={classes.figure}>
        <dt>{t('card.cost')}</dt>
        <dd>
          <Money value={product.price} currency={currency} />
        </dd>
      </div>
      <div className={classes.figure}>
        <dt>{t('card.sell')}</dt>
        <dd>
          <Money value={sell} currency={currency} />
        </dd>
      </div>
      <div className={classes.figure}>
        <dt>{t('card.profit')}</dt>
        <dd>
          <Money value={figures.profit} currency={currency} strong signed />
        </dd>
      </div>
    </dl>
  );
}
