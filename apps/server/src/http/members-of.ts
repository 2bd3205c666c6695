import type { Role } from '@quayside/contracts';
import { type Executor, sql } from '../db/index.ts';

interface MemberRow {
  workplace_id: string;
  role: Role;
  owner_id: string | null;
  store_ids: string[] | null;
  suspended_at: string | null;
}

/** Workplaces of a person, owned ones first. */
export const membersOf = (ex: Executor, accountId: string): Promise<MemberRow[]> =>
  ex.rows<MemberRow>(sql`select workplace_id, role, owner_id, store_ids, suspended_at from member where account_id = ${accountId}
    order by (owner_id is not null), created_at, workplace_id`);
