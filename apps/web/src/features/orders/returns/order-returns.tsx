import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { nextStep, toneOf } from './labels.ts';
import classes from './returns.module.css';

interface Props {
  orderId: string;
  /** Something of the order has shipped. */
  canReturn: boolean;
  /** Begins a new return. */
  onReturn(): void;
}

/** The returns of an order, and the button for a new one. */
export default function OrderReturns({ orderId, canReturn, onReturn }: Props) {
  const { t } = useTranslation('returns');
  const { date, money } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'returns-of-order', { orderId }),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/list', { query: { order_id: orderId }, signal, quiet: true }),
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null;
  if (data.items.length === 0 && !canReturn) return null;
  return (
    <PanelSection
      title={t('title')}
      action={
        canReturn ? (
          <MayButton
            needs="orders.change"
            size="compact-xs"
            variant="default"
            leftSection={<Undo2 size={14} aria-hidden />}
            onClick={onReturn}
          >
            {t('form.open')}
          </MayButton>
        ) : null
      }
    >
      {data.items.length === 0 ? <p className={classes.quiet}>{t('none')}</p> : null}
      <ul className={classes.lines}>
        {data.items.map((one) => (
          <li key={one.return_id} className={classes.arrival}>
            <div className={classes.own}>
              <span className={classes.ownEnd}>
                <strong>
                  <bdi>{one.name}</bdi>
                </strong>
                <StatusBadge tone={toneOf(one)} label={t(`state.${one.state}`)} />
              </span>
              <span className={classes.ownEnd}>
                <Money value={one.refund?.state === 'done' ? one.refund.amount : one.value} />
                <LinkButton
                  to="/app/orders/returns"
                  search={{ tab: 'all', open: one.return_id }}
                  size="compact-xs"
                  variant="default"
                  aria-label={t('openReturn', { name: one.name })}
                >
                  {t('open')}
                </LinkButton>
              </span>
            </div>
            <p className={classes.quiet}>
              {t(`next.${nextStep(one, Date.now())}`, {
                date: date(one.send_back_by),
                sum: money(one.refund?.amount ?? one.value),
                order: one.exchange_order?.name ?? '',
              })}
            </p>
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}
