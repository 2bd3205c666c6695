import type { PriceRule } from '@quayside/contracts';
import { type Executor, json, sql } from '../../db/index.ts';

export interface SavedRule {
  store_id: string | null;
  rule: PriceRule;
  for_imports: boolean;
  suggested_first: boolean;
  revision: number;
  updated_at: string;
}

/** The row of the workspace's rule has the workspace's id, that of a store's the store's. */
const ruleId = (workplaceId: string, storeId: string | null): string => storeId ?? workplaceId;

export const findRule = (ex: Executor, workplaceId: string, storeId: string | null): Promise<SavedRule | undefined> =>
  ex.first<SavedRule>(sql`select store_id, rule, for_imports, suggested_first, revision, updated_at from price_rule
    where workplace_id = ${workplaceId} and rule_id = ${ruleId(workplaceId, storeId)}`);

/** As findRule, held until the caller's transaction ends. */
export const lockRule = (tx: Executor, workplaceId: string, storeId: string | null): Promise<SavedRule | undefined> =>
  tx.first<SavedRule>(sql`select store_id, rule, for_imports, suggested_first, revision, updated_at from price_rule
    where workplace_id = ${workplaceId} and rule_id = ${ruleId(workplaceId, storeId)} for update`);

export const storesWithRule = async (ex: Executor, workplaceId: string): Promise<Set<string>> =>
  new Set(
    (
      await ex.rows<{ store_id: string }>(
        sql`select store_id from price_rule where workplace_id = ${workplaceId} and store_id is not null`,
      )
    ).map((row) => row.store_id),
  );

type NewRule = Pick<SavedRule, 'store_id' | 'rule' | 'for_imports' | 'suggested_first'>;

/** Adds a rule. false: another person saved one meanwhile. */
export const insertRule = async (tx: Executor, workplaceId: string, row: NewRule): Promise<boolean> =>
  (await tx.run(sql`insert into price_rule (workplace_id, rule_id, store_id, rule, for_imports, suggested_first)
    values (${workplaceId}, ${ruleId(workplaceId, row.store_id)}, ${row.store_id}, ${json(row.rule)}, ${row.for_imports},
      ${row.suggested_first})
    on conflict do nothing`)) > 0;

/** Replaces the rule at a revision. false: it was changed or removed meanwhile. */
export const updateRule = async (tx: Executor, workplaceId: string, row: NewRule, revision: number): Promise<boolean> =>
  (await tx.run(sql`update price_rule set rule = ${json(row.rule)}, for_imports = ${row.for_imports},
      suggested_first = ${row.suggested_first}, revision = revision + 1, updated_at = now()
    where workplace_id = ${workplaceId} and rule_id = ${ruleId(workplaceId, row.store_id)} and revision = ${revision}`)) >
  0;

export const removeRule = async (
  tx: Executor,
  workplaceId: string,
  storeId: string,
  revision: number,
): Promise<boolean> =>
  (await tx.run(sql`delete from price_rule
    where workplace_id = ${workplaceId} and rule_id = ${storeId} and revision = ${revision}`)) > 0;
