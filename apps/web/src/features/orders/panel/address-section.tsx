import type { OrderDetail } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { PanelSection } from '../../../kit/detail-panel.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { useTask } from '../use-task.ts';
import classes from './panel.module.css';
import { Problem } from './problem.tsx';

/** Who gets the goods and where, what is wrong with the address, and its repair. */
export function AddressSection({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders');
  const { country } = useFormats();
  const begin = useTask();
  const { address } = order;
  const lines = [
    [address.first_name, address.last_name].filter(Boolean).join(' '),
    address.company,
    address.address1,
    address.address2,
    [address.postal_code, address.city, address.province].filter(Boolean).join(' '),
    address.country_code ? country(address.country_code) : undefined,
  ].filter(Boolean);
  const reach = [address.phone, address.email].filter(Boolean);
  const problems = Object.entries(order.address_errors);
  const edit = () => begin({ kind: 'address', orderId: order.id });
  const editable = order.actions.includes('update_customer');
  const repair = () => begin({ kind: 'repair', orderIds: [order.id] });
  return (
    <PanelSection
      title={t('panel.address')}
      action={
        editable ? (
          <span className={classes.links}>
            <button type="button" className={classes.link} onClick={repair}>
              {t('repair.check')}
            </button>
            {problems.length === 0 ? (
              <button type="button" className={classes.link} onClick={edit}>
                {t('address.edit')}
              </button>
            ) : null}
          </span>
        ) : null
      }
    >
      <address className={classes.address}>
        {lines.map((line) => (
          <span key={line}>
            <bdi>{line}</bdi>
          </span>
        ))}
        {reach.length > 0 ? <span className={classes.quiet}>{reach.join(' · ')}</span> : null}
      </address>
      {order.address_edited ? <p className={classes.note}>{t('address.edited')}</p> : null}
      {order.shipping_method_title ? (
        <p className={classes.note}>{t('address.method', { name: order.shipping_method_title })}</p>
      ) : null}
      {problems.length > 0 ? (
        <Problem problem={{ text: problems.map(([, problem]) => problem.text).join(' ') }}>
          {editable ? (
            <MayButton needs="orders.change" size="compact-xs" variant="default" onClick={edit}>
              {t('address.repair')}
            </MayButton>
          ) : null}
        </Problem>
      ) : null}
    </PanelSection>
  );
}
