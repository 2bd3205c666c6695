import type { SupplierOrderView } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type ConfirmLine, ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { Money } from '../../../kit/money.tsx';
import { ApiError, api, type CallBody } from '../../../lib/api.ts';
import type { MinorMoney } from '../../../lib/formats.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { ANSWER_TOAST_MS, toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { sumMoney } from '../labels.ts';
import { shortage } from '../place/placement.ts';
import classes from './payments.module.css';

interface Props {
  open: boolean;
  onClose(): void;
  /** Called once the payment is on its way. */
  onDone?: (() => void) | undefined;
  /** What is paid. */
  orders: readonly SupplierOrderView[];
  /** Everything that waits, of all stores or of one, beyond the rows that are loaded. */
  all?: { count: number; total: MinorMoney; storeId: string | undefined };
  /** What waits of named orders, with its sums: the wallet's, and one per currency from accounts at suppliers. */
  named?: { orderIds: string[]; count: number; wallet: MinorMoney; own: readonly MinorMoney[] };
}

const costOf = (order: SupplierOrderView) => order.total_cost ?? order.quoted_total;

/** Before supplier orders are paid: how many, from which purse, what is left in it, and the sum on the button. */
export function PayDialog({ open, onClose, onDone, orders, all, named }: Props) {
  const { t } = useTranslation('orders');
  const { money } = useFormats();
  const client = useQueryClient();
  const wallet = useQuery({
    queryKey: queryKeys.part('wallet', 'balances'),
    queryFn: ({ signal }) => api('GET /payments/user/wallets', { signal }),
    enabled: open,
  }).data;
  const own = orders.filter((one) => one.payer === 'own-account');
  const ours = orders.filter((one) => one.payer === 'wallet');
  const ownSums = named?.own ?? (own.length > 0 ? [sumMoney(own.map(costOf))] : []);
  const fromWallet =
    all?.total ?? (named ? (named.wallet.amount > 0 ? named.wallet : null) : sumMoney(ours.map(costOf)));
  const total =
    all?.total ??
    (named ? sumMoney([...(fromWallet ? [fromWallet] : []), ...named.own]) : sumMoney(orders.map(costOf)));
  const count = all?.count ?? named?.count ?? orders.length;
  const short = shortage(fromWallet, wallet?.total);
  const left =
    wallet && fromWallet && fromWallet.currency === wallet.total.currency
      ? { ...wallet.total, amount: wallet.total.amount - fromWallet.amount }
      : null;
  const lines: ConfirmLine[] = [
    ...(fromWallet ? [{ label: t('pay.fromWallet'), value: <Money value={fromWallet} /> }] : []),
    ...ownSums.map((sum) => ({ label: t('pay.fromOwn'), value: <Money value={sum} /> })),
    { label: t('pay.total'), value: <Money value={total} strong />, total: true },
    { label: t('pay.leftAfter'), value: <Money value={left && left.amount >= 0 ? left : null} /> },
  ];
  async function pay(): Promise<void> {
    const body: CallBody<'POST /orders/v5/payment'> = all
      ? { all: true, ...(all.storeId ? { store_id: all.storeId } : {}) }
      : named
        ? { order_ids: named.orderIds }
        : { supplier_order_ids: orders.map((one) => one.id) };
    const answer = await api('POST /orders/v5/payment', { body, quiet: true });
    void client.invalidateQueries({ queryKey: ['orders'] });
    void client.invalidateQueries({ queryKey: ['processes'] });
    void client.invalidateQueries({ queryKey: ['wallet'] });
    const refused = Object.values(answer.failed);
    if (answer.requested === 0 && refused[0])
      throw new ApiError('POST /orders/v5/payment', { status: 201, code: refused[0].key, message: refused[0].text });
    onDone?.();
    const begun = t('pay.begun', { count: answer.requested, sum: money(answer.total) });
    const missed = refused[0] && t('pay.someRefused', { count: refused.length, reason: refused[0].text });
    if (missed) toast('warning', missed, { title: begun, ms: ANSWER_TOAST_MS });
    else toast('success', begun);
  }
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      title={t('pay.title', { count })}
      text={t('pay.text')}
      lines={lines}
      undo={t('pay.undo')}
      verb={total ? t('pay.verb', { count, sum: money(total) }) : t('action.pay')}
      obstacle={
        count === 0 ? (
          t('pay.nothing')
        ) : short ? (
          <span className={classes.short}>
            {t('place.short', { sum: money(short) })}
            <Link to="/app/setting/wallet">{t('place.topUp')}</Link>
          </span>
        ) : undefined
      }
      onConfirm={pay}
    />
  );
}
