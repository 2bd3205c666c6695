import { useRouter } from '@tanstack/react-router';
import { ListChecks, LogOut, MessageSquareText, UserRound, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../kit/avatar.tsx';
import { Menu } from '../../kit/menu.tsx';
import { api } from '../../lib/api.ts';
import { leaveFor } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './user-menu.module.css';

/** Goes on to the feedback board, signed in there by our word. A refusal is shown as a toast. */
async function toFeedbackBoard(): Promise<void> {
  const board = await api('POST /auth/sso/featurebase').catch(() => undefined);
  if (board) leaveFor(board.url);
}

/** Who is signed in, and the way out. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const { account } = useAccount();
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
          run: () => void router.navigate({ to: '/app/setting/account' as '/app' }),
        },
        {
          key: 'quick',
          label: t('quickStart'),
          icon: ListChecks,
          run: () => void router.navigate({ to: '/app/guide-line' as '/app' }),
        },
        ...(account?.links.community || account?.is_agency || account?.is_operator
          ? [
              {
                key: 'community',
                label: t('community'),
                icon: Users,
                run: () => void router.navigate({ to: '/app/community' as '/app' }),
              },
            ]
          : []),
        ...(account?.has_feedback_board
          ? [{ key: 'feedback', label: t('feedback'), icon: MessageSquareText, run: () => void toFeedbackBoard() }]
          : []),
        { key: 'out', label: t('signOut'), icon: LogOut, run: () => void router.navigate({ to: '/signout' }) },
      ]}
    />
  );
}
