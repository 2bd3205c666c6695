import { ENHANCED_FIELDS, type EnhancedField } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { lockProducts, type Product, saveWords } from '../../products/index.ts';
import { findEnhancements, lockEnhancements, saveFields } from '../repo.ts';
import { accept, type Change, undo } from '../rules/proposal.ts';
import type { EnhancementRow } from '../tables.ts';

interface Held {
  row: EnhancementRow;
  product: Product;
}

/** Same lock order as other writers: products first, then enhancements. */
async function hold(tx: Executor, workplaceId: string, ids: readonly string[]): Promise<Map<string, Held>> {
  const found = await findEnhancements(tx, workplaceId, ids);
  const products = await lockProducts(tx, workplaceId, [...new Set(found.map((row) => row.product_id))]);
  const byId = new Map(products.map((product) => [product.product_id, product]));
  const held = new Map<string, Held>();
  for (const row of await lockEnhancements(tx, workplaceId, ids)) {
    const product = byId.get(row.product_id);
    if (product) held.set(row.enhancement_id, { row, product });
  }
  return held;
}

async function apply(tx: Executor, workplaceId: string, { row, product }: Held, change: Change): Promise<Product> {
  await saveFields(tx, workplaceId, row.enhancement_id, change.fields);
  return saveWords(tx, workplaceId, product, change.words);
}

/**
 * Applies proposed fields. Returns errors by enhancement id: not found, no proposal, nothing left to accept, or product
 * changed since. `unread`: see the rule.
 */
export async function acceptProposals(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
  fields: readonly EnhancedField[],
  unread = false,
): Promise<{ accepted: string[]; failed: Map<string, string> }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const held = await hold(tx, workplaceId, ids);
    const accepted: string[] = [];
    const failed = new Map<string, string>();
    for (const id of new Set(ids)) {
      const one = held.get(id);
      if (!one) failed.set(id, 'ENHANCEMENT_NOT_FOUND');
      else if (one.row.state !== 'proposed') failed.set(id, 'ENHANCEMENT_NOT_READY');
      else {
        const change = accept(one.row.fields, one.product, fields, unread);
        if (change.done.length === 0) {
          failed.set(id, change.kept.length > 0 ? 'ENHANCEMENT_STALE' : 'ENHANCEMENT_NOTHING_TO_ACCEPT');
          continue;
        }
        const product = await apply(tx, workplaceId, one, change);
        // A second enhancement of the same product starts from the result of the first.
        for (const other of held.values()) if (other.product.product_id === product.product_id) other.product = product;
        accepted.push(id);
      }
    }
    return { accepted, failed };
  });
}

/**
 * Restores accepted fields from the snapshot. Fields edited since are unchanged and returned; throws
 * ENHANCEMENT_NOT_FOUND, ENHANCEMENT_NOTHING_TO_UNDO, and ENHANCEMENT_CHANGED_SINCE if all were edited.
 */
export async function rollBack(
  deps: Deps,
  scope: WorkplaceScope,
  id: string,
  field: EnhancedField | undefined,
): Promise<{ undone: EnhancedField[]; kept: EnhancedField[] }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const one = (await hold(tx, workplaceId, [id])).get(id);
    if (!one) throw notFound('ENHANCEMENT_NOT_FOUND');
    const change = undo(one.row.fields, one.product, field ? [field] : ENHANCED_FIELDS);
    if (change.done.length === 0)
      throw new AppError(
        'BAD_REQUEST',
        change.kept.length > 0 ? 'ENHANCEMENT_CHANGED_SINCE' : 'ENHANCEMENT_NOTHING_TO_UNDO',
      );
    await apply(tx, workplaceId, one, change);
    return { undone: change.done, kept: change.kept };
  });
}
