import { useLocation } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import { type NavigationEntry, PLACES } from './places.ts';
import { isOnboarding, placesDuring } from './shell-rules.ts';

/**
 * The places this person can go to. The operators' are shown to operators and to the demo account, which finds its own data
 * there.
 */
export function usePlaces(): readonly NavigationEntry[] {
  const { account } = useAccount();
  const operator = account?.is_operator || account?.is_demo || false;
  const { may } = useMay();
  const onboarding = useLocation({ select: (location) => isOnboarding(location.pathname) });
  return useMemo(() => {
    return placesDuring(PLACES, onboarding).filter(
      (place) => (!place.operatorsOnly || operator) && (!place.needs || may(place.needs)),
    );
  }, [operator, may, onboarding]);
}
