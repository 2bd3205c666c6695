import type { AutoUpdateChange } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { useNow } from '../../../lib/use-now.ts';
import { pictureAt } from '../picture-at.ts';
import classes from './auto-updates.module.css';

type Value = AutoUpdateChange['after'];

export function ChangedProduct({ row }: { row: AutoUpdateChange }) {
  return (
    <span className={classes.product}>
      <ProductPicture src={pictureAt(row.image, 40)} alt="" size={40} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {row.title}
        </span>
        <span className={classes.under}>
          {row.variant ? <bdi>{row.variant}</bdi> : null}
          <bdi>{row.store_name}</bdi>
        </span>
      </span>
    </span>
  );
}

function Shown({ value }: { value: Value }) {
  const { t } = useTranslation('autoUpdates');
  const { number } = useFormats();
  if (value.field === 'price') return <Money value={value.price} />;
  if (value.field === 'status') return <>{t(value.status === 'active' ? 'value.active' : 'value.draft')}</>;
  return <>{value.stock === null ? t('value.untracked') : number(value.stock)}</>;
}

/** The field with its value before and after. */
export function ChangedValue({ row }: { row: AutoUpdateChange }) {
  const { t } = useTranslation('autoUpdates');
  return (
    <span className={classes.words}>
      <span className={classes.under}>{t(`field.${row.after.field}`)}</span>
      <span className={classes.values}>
        {row.before ? (
          <span className={classes.was}>
            <Shown value={row.before} />
          </span>
        ) : null}
        <strong>
          <Shown value={row.after} />
        </strong>
      </span>
    </span>
  );
}

/** Why: the rule, what the supplier said, and when it was asked. */
export function Why({ row }: { row: AutoUpdateChange }) {
  const { t } = useTranslation(['autoUpdates', 'monitoring']);
  const { timeAgo, number } = useFormats();
  const now = useNow();
  const { supplier } = row;
  const cost = supplier?.cost_after;
  const isCost = row.cause === 'cost_up' || row.cause === 'cost_down';
  const isShipping = row.cause.startsWith('shipping_');
  return (
    <span className={classes.words}>
      <span>
        {row.requested_by && row.cause === 'undo' ? t('undoneBy', { name: row.requested_by }) : t(`cause.${row.cause}`)}
      </span>
      {supplier && isCost && cost ? (
        <span className={classes.under}>
          {supplier.cost_before ? <Money value={supplier.cost_before} /> : null}
          <span aria-hidden>→</span>
          <Money value={cost} />
        </span>
      ) : null}
      {supplier && isShipping && supplier.shipping_before && supplier.shipping_after ? (
        <span className={classes.under}>
          <Money value={supplier.shipping_before} />
          <span aria-hidden>→</span>
          <Money value={supplier.shipping_after} />
        </span>
      ) : null}
      {supplier && !isCost && !isShipping && supplier.stock_after !== null ? (
        <span className={classes.under}>{t('supplierStock', { stock: number(supplier.stock_after) })}</span>
      ) : null}
      {supplier ? (
        <span className={classes.under}>{t('monitoring:watch.looked', { ago: timeAgo(supplier.at, now) })}</span>
      ) : null}
    </span>
  );
}

const TONES = {
  approval: 'waiting',
  waiting: 'moving',
  done: 'done',
  kept: 'waiting',
  failed: 'broken',
  dismissed: 'closed',
} as const;

export function ChangeState({ row }: { row: AutoUpdateChange }) {
  const { t } = useTranslation('autoUpdates');
  const { dateTime } = useFormats();
  return (
    <span className={classes.words}>
      <StatusBadge
        tone={row.is_undone ? 'closed' : TONES[row.state]}
        label={t(row.is_undone ? 'state.undone' : `state.${row.state}`)}
      />
      <span className={classes.under}>{row.problem?.text ?? dateTime(row.ended_at ?? row.created_at)}</span>
    </span>
  );
}
