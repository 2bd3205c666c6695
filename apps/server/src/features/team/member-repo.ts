import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';

/** How many people a workplace has. */
export const countMembers = async (ex: Executor, workplaceId: string): Promise<number> =>
  (await ex.first<{ n: number }>(sql`select count(*) as n from member where workplace_id = ${workplaceId}`))?.n ?? 0;

/** Gives an account a role in a workplace of `scope`, without an invitation. Doing it again changes nothing. */
export const addMember = (
  deps: Pick<Deps, 'db'>,
  scope: WorkplaceScope,
  member: { accountId: string; role: 'manager' | 'buyer' | 'lister' | 'viewer' },
): Promise<number> =>
  deps.db.tenant({ accountId: member.accountId, workplaceId: scope.workplaceId }, (tx) =>
    tx.run(sql`insert into member (account_id, workplace_id, role, owner_id)
      values (${member.accountId}, ${scope.workplaceId}, ${member.role}, ${scope.accountId}) on conflict do nothing`),
  );
