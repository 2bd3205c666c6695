import { type Permission, refusalOf } from '@quayside/contracts/permissions.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notedRole } from './role-note.ts';
import { session } from './session.ts';
import { useAccount } from './use-account.ts';

/**
 * Permissions of the person in the current workspace, from the table that the server enforces; `why` is the reason
 * shown with a disabled action. Before the account loads, the last known role counts; without one, `known` is false and
 * nothing is hidden.
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
