import { type Executor, sql } from '../../db/index.ts';

/**
 * Erases shoppers' data in entries about orders and supplier orders, the only change that the database allows (migration 2610). Returns
 * how many changed.
 */
export const eraseEntries = (tx: Executor, workplaceId: string, entityIds: readonly string[]): Promise<number> =>
  tx.run(sql`update audit_entry set before = erase_audit_facts(before), after = erase_audit_facts(after)
    where workplace_id = ${workplaceId} and entity in ('order', 'supplier_order') and entity_id = any(${[...entityIds]}::text[])
      and (before is distinct from erase_audit_facts(before) or after is distinct from erase_audit_facts(after))`);
