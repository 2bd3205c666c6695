import { type Permission, refusalOf } from '@quayside/contracts/permissions.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notedRole } from './role-note.ts';
import { session } from './session.ts';
import { useAccount } from './use-account.ts';

/**
 * What the person may do in the current workspace, from the table that the server enforces at every call. `why` is the
 * reason why not, to be shown where it cannot be done. Before the account is known the role of last time counts; where there is
 * none, `known` is false and nothing is hidden: the server decides.
 */
export function useMay() {
  const { t } = useTranslation('common');
  const { workplace, workplaceId } = useAccount();
  return useMemo(() => {
    const role = workplace?.role ?? notedRole(session().read('role'), workplaceId);
    const refusal = (needs: Permission) =>
      role && refusalOf({ role, ...(workplace?.store_ids ? { storeIds: workplace.store_ids } : {}) }, needs);
    return {
      known: role !== undefined,
      may: (needs: Permission): boolean => refusal(needs) === undefined,
      why: (needs: Permission): string | undefined => {
        const found = refusal(needs);
        return found && t(found === 'stores' ? 'may.stores' : 'may.role');
      },
    };
  }, [workplace, workplaceId, t]);
}
