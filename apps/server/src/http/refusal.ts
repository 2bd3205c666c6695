import { getRefusal, getRoles, type Permission, type Standing } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { getLanguage, say } from './messages.ts';

/** Somebody in charge of a workspace, as members may know them. */
export interface Contact {
  name: string;
  role: 'owner' | 'manager';
}

const REFUSED = { role: 'ROLE_MAY_NOT', stores: 'STORES_MAY_NOT', scope: 'TOKEN_MAY_NOT' } as const;
const ROLE_NAMES = {
  owner: 'ROLE_OWNER',
  manager: 'ROLE_MANAGER',
  buyer: 'ROLE_BUYER',
  lister: 'ROLE_LISTER',
  viewer: 'ROLE_VIEWER',
} as const;
const MOST_NAMED = 3;

/** The refusal of a member who may not do something; undefined where they may. It names their role and who can do it. */
export function refusal(
  who: Standing & { locale: string },
  needs: Permission,
  contacts: readonly Contact[] = [],
): AppError | undefined {
  const reason = getRefusal(who, needs);
  if (!reason) return undefined;
  const able = contacts.filter((one) => getRoles(needs).includes(one.role)).map((one) => one.name);
  return new AppError('FORBIDDEN', REFUSED[reason], {
    params: {
      permission: needs,
      role: say(who.locale, ROLE_NAMES[who.role]),
      who:
        able.length > 0
          ? new Intl.ListFormat(getLanguage(who.locale), { type: 'disjunction' }).format(able.slice(0, MOST_NAMED))
          : say(who.locale, 'THE_OWNER'),
    },
  });
}

/** Throws for a member who may not do what a call does beside its own permission. */
export function requireAlso(who: Standing & { locale: string }, needs: Permission): void {
  const refused = refusal(who, needs);
  if (refused) throw refused;
}
