import type { ContentStyle, ContentTone } from '@quayside/contracts';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import { type Scope, sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Quota } from '../../plans/index.ts';
import { addProcesses, setProcess } from '../../processes/index.ts';
import { lockProducts } from '../../products/index.ts';
import { enhanceContentJob } from '../jobs/enhance-content.ts';
import { dropUnused, insertEnhancements, runningOn } from '../repo.ts';
import type { Writer } from '../writers/writer.ts';

export interface EnhanceAsk {
  productIds: readonly string[];
  style?: ContentStyle | undefined;
  tone?: ContentTone | undefined;
  /** The person who asks: uses of the plan are written down with him. */
  askedBy: string;
}

export interface Begun {
  items: { product_id: string; enhancement_id: string; process_id: string }[];
  failed: Map<string, { key: string; params: MessageParams }>;
}

/**
 * Has products written about: the enhancement, its visible entry and the job in one transaction. A proposal of which nothing
 * was accepted gives way to the new one. Throws DEMO_MODE, and the refusal of the plan where it does not allow them all; the
 * template writer uses nothing of the plan.
 */
export async function startEnhancement(
  deps: Deps,
  quota: Quota,
  writer: Writer,
  scope: Required<Scope>,
  ask: EnhanceAsk,
): Promise<Begun> {
  const { accountId, workplaceId } = scope;
  const productIds = [...new Set(ask.productIds)];
  if (writer.facts.kind === 'ai') {
    const { fits, refusal } = await quota.admit(scope, 'AI_PRODUCT_CONTENT', productIds.length);
    if (fits < productIds.length && refusal) throw refusal;
  }
  return deps.db.tenant(scope, async (tx) => {
    const demo = await tx.first(
      sql`select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE'`,
    );
    if (demo) throw new AppError('FORBIDDEN', 'DEMO_MODE');
    const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
    const running = await runningOn(tx, workplaceId, productIds);
    const failed: Begun['failed'] = new Map();
    const begun = productIds.flatMap((id) => {
      const product = held.get(id);
      if (product && !running.has(id)) return [{ product, enhancementId: newId(), processId: newId() }];
      failed.set(id, { key: product ? 'ENHANCEMENT_RUNNING' : 'PRODUCT_NOT_FOUND', params: {} });
      return [];
    });
    const ids = begun.map(({ product }) => product.product_id);
    for (const id of await dropUnused(tx, workplaceId, ids))
      await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'ENHANCEMENT_FAILED' } });
    await insertEnhancements(
      tx,
      workplaceId,
      begun.map(({ product, enhancementId, processId }) => ({
        enhancement_id: enhancementId,
        product_id: product.product_id,
        style: ask.style ?? null,
        tone: ask.tone ?? null,
        process_id: processId,
        asked_by: ask.askedBy,
      })),
    );
    await addProcesses(
      tx,
      workplaceId,
      begun.map(({ product, processId }) => ({
        process_id: processId,
        kind: 'enhance',
        subject_id: product.product_id,
        title: product.title,
        image_url: product.images[0]?.url ?? null,
        channel: null,
        store_id: null,
        total: 1,
      })),
    );
    await deps.queue.sendMany(
      tx,
      enhanceContentJob,
      begun.map(({ enhancementId }) => ({ accountId, workplaceId, enhancementId })),
    );
    if (ids.length > 0) await publish(tx, workplaceId, 'products', ids.slice(0, 100));
    return {
      failed,
      items: begun.map(({ product, enhancementId, processId }) => ({
        product_id: product.product_id,
        enhancement_id: enhancementId,
        process_id: processId,
      })),
    };
  });
}
