import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Multiple } from '../panel/multiple.tsx';
import { Problem } from '../panel/problem.tsx';
import { useTask } from '../use-task.ts';
import classes from './place.module.css';
import type { PreviewLine } from './placement.ts';
import { ShippingChoice } from './shipping-choice.tsx';

/** Few pieces left at the supplier: worth a word. */
const LOW_STOCK = 20;

interface Props {
  orderId: string | undefined;
  line: PreviewLine;
  /** The line that it is a part of. */
  bundle: PreviewLine | undefined;
  /** Taken out of this placement. */
  out: boolean;
  refusal?: { text: string };
  onShipping(method: string): void;
  onLeave(out: boolean): void;
}

/** One line before it is placed: supplier, cost, stock, shipping choice; its problem with the ways out of it. */
export function PlaceLine({ orderId, line, bundle, out, refusal, onShipping, onLeave }: Props) {
  const { t } = useTranslation('orders');
  const { count } = useFormats();
  const begin = useTask();
  const problem = refusal ?? line.problem;
  if (out) {
    return (
      <li className={classes.line} data-out>
        <ProductPicture src={line.image} alt="" size={32} />
        <span className={classes.lineTitle}>{line.title}</span>
        <Button size="compact-xs" variant="default" onClick={() => onLeave(false)}>
          {t('place.putBack')}
        </Button>
      </li>
    );
  }
  return (
    <li className={classes.line}>
      <ProductPicture src={line.image} alt="" size={48} />
      <div className={classes.lineWords}>
        <div className={classes.lineHead}>
          <span className={classes.lineTitle}>{line.title}</span>
          <span className={classes.lineCost}>
            {line.quantity > 1 ? (
              <span className={classes.quiet}>
                {line.quantity} × <Money value={line.unit_cost} />
              </span>
            ) : null}
            <Money value={line.items_cost} />
          </span>
        </div>
        <div className={classes.facts}>
          {bundle ? <span>{t('line.partOf', { name: bundle.title })}</span> : null}
          {line.variant_title ? <bdi>{line.variant_title}</bdi> : null}
          {line.source ? <span>{connectorName(line.source)}</span> : null}
          {line.pieces_per_unit > 1 ? <Multiple units={line.quantity} of={line} /> : null}
          {line.stock !== null && line.stock < LOW_STOCK ? (
            <span className={classes.low}>{t('place.stock', { count: line.stock, shown: count(line.stock) })}</span>
          ) : null}
        </div>
        {line.source && (line.state === 'ready' || line.state === 'blocked') ? (
          <div className={classes.shipping}>
            <ShippingChoice
              label={t('ship.of', { name: line.title })}
              options={line.shipping_options}
              pending={line.quotes_pending}
              value={line.shipping_method}
              onChange={onShipping}
            />
          </div>
        ) : null}
        {problem ? (
          <Problem problem={problem}>
            {orderId ? (
              <Button
                size="compact-xs"
                variant="default"
                onClick={() => begin({ kind: 'supplier', orderId, lineId: line.id })}
              >
                {line.source ? t('line.otherSupplier') : t('line.chooseSupplier')}
              </Button>
            ) : null}
            <Button size="compact-xs" variant="default" onClick={() => onLeave(true)}>
              {t('place.takeOut')}
            </Button>
          </Problem>
        ) : null}
      </div>
    </li>
  );
}
