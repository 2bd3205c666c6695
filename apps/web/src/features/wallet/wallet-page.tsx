import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../kit/chart.tsx';
import { Money } from '../../kit/money.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { StatCard } from '../../kit/stat-card.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import { LowBalanceAlert } from './low-balance-alert.tsx';
import { TopupCard } from './topup-card.tsx';
import { Transactions } from './transactions.tsx';
import classes from './wallet.module.css';
import { walletQuery } from './wallet-query.ts';

const ZERO = { amount: 0, currency: 'USD' };
/** Shown, below the reason, while the balances cannot be read. Source: rule B439. */
const UNREAD = { total: ZERO, bonus: ZERO, reserved: ZERO };

/** The wallet: what it holds, how it fills, and where each cent went. */
export default function WalletPage() {
  const { t } = useTranslation('wallet');
  const { day, money } = useFormats();
  const { may, why } = useMay();
  const wallet = useQuery(walletQuery);
  const chart = useQuery({
    queryKey: queryKeys.part('wallet', 'chart'),
    queryFn: ({ signal }) => api('GET /payments/user/wallets/chart-summary', { query: { days: 30 }, signal }),
    enabled: may('wallet.history'),
  });
  const held = wallet.data;
  // Where billing is hidden, nothing is sold: rule B032.
  const sells = may('wallet.topup') && !session().hidesBilling;
  const failed = held === undefined && wallet.error !== null;
  const balances = held ?? (failed ? UNREAD : undefined);
  return (
    <>
      <PageHeader title={t('title')} note={held?.is_sandbox ? <SandboxTag /> : undefined} />
      <div className={classes.page}>
        {failed ? <ErrorState small error={wallet.error} onRetry={() => void wallet.refetch()} /> : null}
        <div className={classes.figures}>
          <StatCard label={t('spendable')} value={<Money value={balances?.total} strong />} note={t('spendableNote')} />
          <StatCard label={t('bonus')} value={<Money value={balances?.bonus} />} note={t('bonusNote')} />
          <StatCard label={t('held')} value={<Money value={balances?.reserved} />} note={t('heldNote')} />
          {held && held.frozen.amount > 0 ? (
            <StatCard label={t('frozen')} value={<Money value={held.frozen} />} note={t('frozenNote')} />
          ) : null}
          {held && held.debt.amount > 0 ? (
            <StatCard label={t('debt')} value={<Money value={held.debt} />} note={t('debtNote')} alert />
          ) : null}
        </div>
        {why('wallet.topup') ? <p className={classes.quiet}>{why('wallet.topup')}</p> : null}
        {may('wallet.topup') ? (
          <div className={sells ? classes.columns : undefined}>
            {!sells ? null : held ? (
              <TopupCard wallet={held} />
            ) : failed ? null : (
              <SkeletonBox width="100%" height={276} />
            )}
            <section className={classes.card} aria-label={t('chart')}>
              {chart.data ? (
                <Chart
                  label={t('chart')}
                  span={t('last30')}
                  height={150}
                  isLastOpen
                  points={chart.data.days.map((one) => ({
                    at: one.day,
                    spent: one.spent.amount,
                    added: one.added.amount,
                  }))}
                  series={[
                    { key: 'spent', label: t('spent'), accent: true },
                    { key: 'added', label: t('added') },
                  ]}
                  format={(amount) => money({ amount, currency: 'USD' })}
                  formatAt={day}
                />
              ) : (
                <SkeletonBox width="100%" height={190} />
              )}
            </section>
          </div>
        ) : null}
        {held && may('wallet.policy') ? <LowBalanceAlert key={held.low_at?.amount ?? 0} wallet={held} /> : null}
        {may('wallet.history') ? <Transactions /> : null}
      </div>
    </>
  );
}
