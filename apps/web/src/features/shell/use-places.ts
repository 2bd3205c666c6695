import { useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import { PLACES, type Place } from './places.ts';
import { isOnboarding, placesDuring } from './shell-rules.ts';

/**
 * The places this person can go to: those whose screen exists, and the operators' only for operators; the demo account finds
 * there what is its own.
 */
export function usePlaces(): readonly Place[] {
  const router = useRouter();
  const { account } = useAccount();
  const operator = account?.is_operator || account?.is_demo || false;
  const { may } = useMay();
  const onboarding = useLocation({ select: (location) => isOnboarding(location.pathname) });
  return useMemo(() => {
    const known: Record<string, unknown> = router.routesByPath;
    return placesDuring(PLACES, onboarding).filter(
      (place) => place.to in known && (!place.operatorsOnly || operator) && (!place.needs || may(place.needs)),
    );
  }, [router, operator, may, onboarding]);
}
