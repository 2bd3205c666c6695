import { type Executor, json, sql } from '../../db/index.ts';
import type { RuleRow } from './tables.ts';

/** What rules that were saved before shipping was followed do about it. */
const UNCHOSEN = JSON.stringify({
  shipping_up: 'nothing',
  shipping_down: 'nothing',
  shipping_gone: 'nothing',
  shipping_back: 'nothing',
} satisfies Partial<RuleRow['rules']>);
const COLUMNS = sql`store_id, is_enabled, ${UNCHOSEN}::jsonb || rules as rules, revision, updated_at`;

export const findRules = (ex: Executor, workplaceId: string): Promise<RuleRow[]> =>
  ex.rows<RuleRow>(sql`select ${COLUMNS} from auto_update_rule where workplace_id = ${workplaceId}`);

export const findEnabledRules = (ex: Executor, workplaceId: string): Promise<RuleRow[]> =>
  ex.rows<RuleRow>(sql`select ${COLUMNS} from auto_update_rule where workplace_id = ${workplaceId} and is_enabled`);

export const isAnyEnabled = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from auto_update_rule where workplace_id = ${workplaceId} and is_enabled limit 1`)) !==
  undefined;

/** Whether a store follows the shipping of its suppliers. */
export const wantsShipping = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await findEnabledRules(ex, workplaceId)).some(
    ({ rules }) =>
      rules.shipping_up !== 'nothing' || rules.shipping_down !== 'nothing' || rules.shipping_gone !== 'nothing',
  );

type Saved = Pick<RuleRow, 'store_id' | 'is_enabled' | 'rules'>;

/** Adds a store's rules. false: another person saved some meanwhile. */
export const insertRules = async (tx: Executor, workplaceId: string, row: Saved): Promise<boolean> =>
  (await tx.run(sql`insert into auto_update_rule (workplace_id, store_id, is_enabled, rules)
    values (${workplaceId}, ${row.store_id}, ${row.is_enabled}, ${json(row.rules)}) on conflict do nothing`)) > 0;

/** Replaces a store's rules at a revision. false: they were changed meanwhile. */
export const updateRules = async (tx: Executor, workplaceId: string, row: Saved, revision: number): Promise<boolean> =>
  (await tx.run(sql`update auto_update_rule set is_enabled = ${row.is_enabled}, rules = ${json(row.rules)},
      revision = revision + 1, updated_at = now()
    where workplace_id = ${workplaceId} and store_id = ${row.store_id} and revision = ${revision}`)) > 0;
