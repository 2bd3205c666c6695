import { Button } from '@mantine/core';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../app/query-client.ts';
import { Failure } from '../../../kit/failure.tsx';
import { LanguagePicker } from '../../../kit/language-picker.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './confirmation.module.css';

/** Confirms a payment that a colleague asked for by mail, without signing in (screen R054). */
export default function PaymentConfirmationPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <Confirmation />
    </QueryClientProvider>
  );
}

function Confirmation() {
  const { t } = useTranslation('paying');
  const { money, date } = useFormats();
  const navigate = useNavigate();
  const { id = '', code = '' } = useSearch({ from: '/app/orders/payment-confirmation' });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: ['payment-confirmation', id],
    queryFn: ({ signal }) =>
      api('GET /open-api/orders/payment-confirmation', { query: { id, code }, signal, quiet: true }),
    retry: false,
  });
  useEffect(() => {
    document.title = `${t('title')} · Quayside`;
  }, [t]);

  async function confirm(): Promise<void> {
    if (!data) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { requested } = await api('POST /open-api/orders/payment-confirmation', {
        body: {
          id,
          code,
          wallet_total: { amount: data.wallet_total.amount, currency: 'USD' },
          own_totals: data.own_totals,
        },
        quiet: true,
      });
      void navigate({ to: '/app/orders/payment-success', search: { count: String(requested) } });
    } catch (problem) {
      setFailure(errorText(problem));
      await refetch();
    } finally {
      setBusy(false);
    }
  }
  const nothing = data?.supplier_orders === 0;
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        {error ? (
          <EmptyState
            picture={<CreditCard size={28} strokeWidth={1.5} aria-hidden />}
            title={t('bad')}
            text={errorText(error)}
          />
        ) : !data ? (
          <SkeletonBox width="100%" height={280} />
        ) : (
          <>
            <h1 className={classes.title}>{t('title')}</h1>
            <p className={classes.text}>
              {t('asked', { name: data.asked_by, workspace: data.workspace })} {data.is_sandbox ? <SandboxTag /> : null}
            </p>
            <ul className={classes.orders} aria-label={t('orders')}>
              {data.orders.map((order) => (
                <li key={order.name + order.placed_at}>
                  <span>
                    <bdi>{order.name}</bdi> · {date(order.placed_at)}
                  </span>
                  <Money value={order.total} />
                </li>
              ))}
            </ul>
            <dl className={classes.sums}>
              <div>
                <dt>{t('wallet', { count: data.supplier_orders })}</dt>
                <dd>
                  <Money value={data.wallet_total} strong />
                </dd>
              </div>
              {data.own_totals.map((sum) => (
                <div key={sum.currency}>
                  <dt>{t('own')}</dt>
                  <dd>
                    <Money value={sum} />
                  </dd>
                </div>
              ))}
            </dl>
            {nothing ? <p className={classes.text}>{t('nothing')}</p> : null}
            {data.wallet_short ? (
              <p className={classes.short}>{t('short', { sum: money(data.wallet_short) })}</p>
            ) : null}
            <Failure text={failure} />
            <Button
              size="md"
              fullWidth
              loading={busy}
              disabled={nothing || data.wallet_short !== null}
              onClick={() => void confirm()}
            >
              {t('confirm', { sum: money(data.wallet_total) })}
            </Button>
            <p className={classes.note}>{t('note')}</p>
          </>
        )}
      </main>
      <LanguagePicker />
    </div>
  );
}
