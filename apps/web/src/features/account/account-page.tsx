import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { useAccount } from '../../lib/use-account.ts';
import classes from './account.module.css';
import { ConnectCard } from './connect-card.tsx';
import { DemoCard } from './demo-card.tsx';
import { DisplayCard } from './display-card.tsx';
import { EventsCard } from './events-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { LeaveCard } from './leave-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { ProfileCard } from './profile-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { SignInMethodsCard } from './sign-in-methods-card.tsx';
import { TwoFactorCard } from './two-factor-card.tsx';

/** The person's own settings. */
export default function AccountPage() {
  const { t } = useTranslation('account');
  const { account } = useAccount();
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <ProfileCard />
        <DisplayCard />
        {account?.is_demo ? <p className={classes.quiet}>{t('demo')}</p> : null}
        {account && !account.is_demo ? (
          <>
            <PasswordCard hasPassword={account.has_password} />
            <SignInMethodsCard />
            <TwoFactorCard />
            <ConnectCard />
          </>
        ) : null}
        <SessionsCard />
        {account && !account.is_demo ? (
          <>
            <EventsCard />
            <HistoryCard />
            <DemoCard />
            <LeaveCard />
          </>
        ) : null}
      </div>
    </>
  );
}
