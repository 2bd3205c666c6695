import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../kit/money.tsx';
import { useMay } from '../../lib/use-may.ts';
import classes from './balance.module.css';
import { walletQuery } from './wallet-query.ts';

/** What can be spent, as a link to the wallet; nothing for people who may not see it. */
export function WalletBalance() {
  const { t } = useTranslation('common');
  const { may } = useMay();
  const { data } = useQuery({ ...walletQuery, enabled: may('wallet.read') });
  if (!may('wallet.read')) return null;
  return (
    <Link to="/app/setting/wallet" className={classes.balance} data-hint={t('walletBalance')}>
      <Wallet size={16} aria-hidden />
      <span className="visually-hidden">{t('walletBalance')}</span>
      <Money value={data?.total} />
    </Link>
  );
}
