import { useRouter } from '@tanstack/react-router';
import { LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { Menu } from '../../kit/menu.tsx';
import { useAccount } from '../../lib/use-account.ts';
import { useOwnItems } from './use-own-items.ts';
import classes from './user-menu.module.css';

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const { account } = useAccount();
  const own = useOwnItems();
  return (
    <Menu
      label={t('user')}
      align="end"
      trigger={(props) => (
        <button type="button" className={classes.button} data-hint={account?.name} {...props}>
          <Avatar name={account ? account.name || account.email : ''} picture={account?.avatar} />
          <span className="visually-hidden">{t('user')}</span>
        </button>
      )}
      head={
        <div className={classes.who}>
          <div className={classes.name}>{account?.name}</div>
          <div className={classes.email}>{account?.email}</div>
        </div>
      }
      items={[
        {
          key: 'account',
          label: t('user'),
          icon: UserRound,
          run: () => void router.navigate({ to: '/app/setting/account' }),
        },
        ...own,
        { key: 'out', label: t('signOut'), icon: LogOut, run: () => void router.navigate({ to: '/signout' }) },
      ]}
    />
  );
}
