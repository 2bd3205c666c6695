import { getRefusal, getRoles, type Permission } from '@quayside/contracts/permissions.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from './api.ts';
import { queryKeys } from './query-keys.ts';
import { notedRole } from './role-note.ts';
import { session } from './session.ts';
import { useAccount } from './use-account.ts';

const MOST_NAMED = 3;

type PermissionKey<P extends string> = P extends `${infer Area}.${infer Action}` ? `${Area}_${Action}` : never;
const textKey = (needs: Permission) => needs.replace('.', '_') as PermissionKey<Permission>;

/**
 * Permissions of the person in the current workspace, from the table that the server enforces; `why` is the reason
 * shown with a disabled action, and who can perform it. Before the account loads, the last known role counts; without one,
 * `known` is false and nothing is hidden.
 */
export function useMay() {
  const { t, i18n } = useTranslation('common');
  const { workplace, workplaceId } = useAccount();
  const role = workplace?.role ?? notedRole(session().read('role'), workplaceId);
  // The owner has every permission.
  const { data: contacts } = useQuery({
    queryKey: queryKeys.part('team', 'contacts', { workplaceId }),
    queryFn: ({ signal }) => api('GET /team/contacts', { signal }),
    enabled: workplace !== undefined && workplace.role !== 'owner',
    staleTime: 5 * 60_000,
  });
  return useMemo(() => {
    const refusal = (needs: Permission) =>
      role && getRefusal({ role, ...(workplace?.store_ids ? { storeIds: workplace.store_ids } : {}) }, needs);
    const ask = (needs: Permission): string => {
      const able = contacts?.items.filter((one) => getRoles(needs).includes(one.role)) ?? [];
      const names = able.slice(0, MOST_NAMED).map((one) => one.name);
      return names.length > 0
        ? t('may.ask', { who: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(names) })
        : '';
    };
    return {
      known: role !== undefined,
      may: (needs: Permission): boolean => refusal(needs) === undefined,
      why: (needs: Permission): string | undefined => {
        const found = refusal(needs);
        if (!found || !role) return undefined;
        const reason =
          found === 'stores'
            ? t('may.stores')
            : t('may.role', { role: t(`role.${role}`), permission: t(`permission.${textKey(needs)}`) });
        return `${reason} ${ask(needs)}`.trim();
      },
    };
  }, [role, workplace, contacts, t, i18n.language]);
}
