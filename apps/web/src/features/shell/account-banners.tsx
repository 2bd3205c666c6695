import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import { BackupBanner } from './backup-banner.tsx';
import { SendingBanner } from './sending-banner.tsx';
import { SuspendedBanner } from './suspended-banner.tsx';
import { UnrecordedBanner } from './unrecorded-banner.tsx';
import { VerifyBanner } from './verify-banner.tsx';

/** The banners of an account that something is wrong with, or that has something left to do. */
export default function AccountBanners() {
  const { account, workplaceId } = useAccount();
  const { may } = useMay();
  if (!account) return null;
  return (
    <>
      {account.sending_held ? <SendingBanner held={account.sending_held} mayResume={account.is_operator} /> : null}
      {account.backup_problem ? <BackupBanner problem={account.backup_problem} /> : null}
      {account.has_unclaimed_orders ? <UnrecordedBanner of="operator" /> : null}
      {account.unrecorded_orders_in.includes(workplaceId ?? '') && may('orders.read') ? (
        <UnrecordedBanner of="workspace" />
      ) : null}
      {account.has_suspended_access ? <SuspendedBanner /> : null}
      {account.verification_wanted ? <VerifyBanner /> : null}
    </>
  );
}
