import type { OrderSummary } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { useTask } from '../use-task.ts';

interface Props {
  orders: readonly OrderSummary[];
  /** Called once what was begun is on its way. */
  onDone(): void;
}

/** What can be done with the chosen orders; each button names how many of them it concerns. */
export function BulkActions({ orders, onDone }: Props) {
  const { t } = useTranslation('orders');
  const begin = useTask();
  const able = (action: OrderSummary['actions'][number]) =>
    orders.filter((order) => order.actions.includes(action)).map((order) => order.id);
  const place = able('place');
  const pay = able('pay');
  const shipping = able('update_shipping');
  const address = able('update_customer');
  return (
    <>
      {place.length > 0 ? (
        <MayButton needs="orders.change" size="xs" onClick={() => begin({ kind: 'place', orderIds: place, onDone })}>
          {t('bulk.place', { count: place.length })}
        </MayButton>
      ) : null}
      {pay.length > 0 ? (
        <MayButton
          needs="orders.pay"
          size="xs"
          variant={place.length > 0 ? 'default' : 'filled'}
          onClick={() => begin({ kind: 'pay', orderIds: pay, onDone })}
        >
          {t('bulk.pay', { count: pay.length })}
        </MayButton>
      ) : null}
      {shipping.length > 0 ? (
        <MayButton
          needs="orders.change"
          size="xs"
          variant="default"
          onClick={() => begin({ kind: 'shipping', orderIds: shipping })}
        >
          {t('bulk.shipping')}
        </MayButton>
      ) : null}
      {address.length > 0 ? (
        <MayButton
          needs="orders.change"
          size="xs"
          variant="default"
          onClick={() => begin({ kind: 'repair', orderIds: address })}
        >
          {t('repair.action')}
        </MayButton>
      ) : null}
      {place.length + pay.length + shipping.length + address.length === 0 ? <span>{t('bulk.nothing')}</span> : null}
    </>
  );
}
