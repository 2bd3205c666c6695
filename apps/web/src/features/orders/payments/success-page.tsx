import { useSearch } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import classes from './confirmation.module.css';

/** The result of a confirmed payment (screen R053). */
export default function PaymentSuccessPage() {
  const { t } = useTranslation('paying');
  const { count } = useSearch({ from: '/app/orders/payment-success' });
  const orders = Number(count ?? 1);
  useEffect(() => {
    document.title = `${t('success')} · Quayside`;
  }, [t]);
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <h1 className="visually-hidden">{t('success')}</h1>
        <EmptyState
          picture={<CircleCheck size={28} strokeWidth={1.5} aria-hidden />}
          title={t('success')}
          text={t('successText', { count: Number.isInteger(orders) && orders > 0 ? orders : 1 })}
          action={<LinkButton to="/app/orders/payments">{t('toOrders')}</LinkButton>}
        />
      </main>
    </div>
  );
}
