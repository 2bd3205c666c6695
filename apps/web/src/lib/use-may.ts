import { type Permission, refusalOf } from '@quayside/contracts/permissions.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from './use-account.ts';

/**
 * What the person may do in the current workspace, from the table that the server enforces at every call. `why` is the
 * reason why not, to be shown where it cannot be done. Before the account is known nothing is hidden: the server decides.
 */
export function useMay() {
  const { t } = useTranslation('common');
  const { workplace } = useAccount();
  return useMemo(() => {
    const refusal = (needs: Permission) =>
      workplace &&
      refusalOf({ role: workplace.role, ...(workplace.store_ids ? { storeIds: workplace.store_ids } : {}) }, needs);
    return {
      may: (needs: Permission): boolean => refusal(needs) === undefined,
      why: (needs: Permission): string | undefined => {
        const found = refusal(needs);
        return found && t(found === 'stores' ? 'may.stores' : 'may.role');
      },
    };
  }, [workplace, t]);
}
