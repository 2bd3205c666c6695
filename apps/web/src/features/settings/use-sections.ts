import { useMemo } from 'react';
import { session } from '../../lib/session.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import { type Section, sectionsFor } from './sections.ts';

/** The sections of the settings that this person finds, in their order. */
export function useSections(): readonly Section[] {
  const { account } = useAccount();
  const { may } = useMay();
  return useMemo(
    () =>
      sectionsFor({
        isOperator: account?.is_operator ?? false,
        hasShop: account?.has_shop ?? false,
        hasSuspended: account?.has_suspended_access ?? false,
        mode: session().mode,
        may,
      }),
    [account, may],
  );
}
