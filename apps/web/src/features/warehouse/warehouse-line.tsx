import type { WarehouseOrder } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { StatusBadge } from '../../kit/status-badge.tsx';
import classes from './warehouse.module.css';

interface Props {
  line: WarehouseOrder['lines'][number];
  onRefuse?(): void;
}

/** One line to be picked from its shelf. */
export function WarehouseLine({ line, onRefuse }: Props) {
  const { t } = useTranslation('warehouse');
  return (
    <li className={classes.line} data-refused={line.state === 'refused' || undefined}>
      <ProductPicture src={line.image_url} alt="" size={52} />
      <div className={classes.lineWords}>
        <span className={classes.strong}>{line.title}</span>
        <span className={classes.facts}>
          {line.option_values.length > 0 ? <span>{line.option_values.join(' / ')}</span> : null}
          <span className="mono">{line.sku}</span>
        </span>
        {line.state === 'refused' ? (
          <StatusBadge tone="broken" label={t('refusedFor', { reason: line.reason ?? '' })} />
        ) : line.shipped > 0 ? (
          <StatusBadge
            tone={line.shipped === line.quantity ? 'done' : 'moving'}
            label={t('sentOf', { sent: line.shipped, total: line.quantity })}
          />
        ) : null}
      </div>
      <div className={classes.lineEnd}>
        <span className={classes.quantity}>{line.quantity} ×</span>
        {onRefuse ? (
          <button type="button" className={classes.refuse} onClick={onRefuse}>
            {t('refuse.open')}
          </button>
        ) : null}
      </div>
    </li>
  );
}
