import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { showsPlans } from './shows-plans.ts';

/** Whether this person is shown the way to plans and their prices, for a plan that `provider` takes the money of. */
export function usePlansShown(provider: string | null | undefined): boolean {
  const { account } = useAccount();
  return showsPlans({
    isMarketplaceUser: account?.is_user_mkt ?? false,
    embedded: session().mode === 'embedded',
    provider: provider ?? null,
    // Nothing of plans is shown there at all.
    onboarding: false,
    hidesBilling: session().hidesBilling ?? false,
  });
}
