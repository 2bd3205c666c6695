import type { ContentStyle, ContentTone, EnhancementKind, FeatureId } from '@quayside/contracts';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import type { Quota } from '../../plans/index.ts';
import { addProcesses, setProcess } from '../../processes/index.ts';
import { lockProducts, type Product } from '../../products/index.ts';
import { enhanceContentJob } from '../jobs/enhance-content.ts';
import { atWorkOn, deleteUnused, insertEnhancements } from '../repo.ts';
import type { Writer } from '../writers/writer.ts';

export interface EnhanceRequest {
  productIds: readonly string[];
  kind: EnhancementKind;
  style?: ContentStyle | undefined;
  tone?: ContentTone | undefined;
  /** The requesting person, recorded with the plan usage. */
  askedBy: string;
}

export interface StartedEnhancement {
  items: { product_id: string; enhancement_id: string; process_id: string }[];
  failed: Map<string, { key: string; params: MessageParams }>;
}

/** The plan feature that a text of a model uses. */
export const FEATURES = { content: 'AI_PRODUCT_CONTENT', seo: 'AI_PRODUCT_SEO' } as const satisfies Record<
  EnhancementKind,
  FeatureId
>;

/** Demo mode disables enhancements (rule B251). */
export const isInDemoMode = async (tx: Executor, accountId: string): Promise<boolean> =>
  (await tx.first(sql`select 1 from account_flag where account_id = ${accountId} and flag = 'meta:DEMO_MODE'`)) !==
  undefined;

/** Inserts the enhancement, task and job of each product in the caller's transaction, which holds the products. */
export async function addEnhancements(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  wanted: readonly { product: Product; processId: string }[],
  how: { kind: EnhancementKind; style: ContentStyle | null; tone: ContentTone | null; askedBy: string },
): Promise<StartedEnhancement['items']> {
  if (wanted.length === 0) return [];
  const begun = wanted.map((one) => ({ ...one, enhancementId: newId() }));
  await insertEnhancements(
    tx,
    workplaceId,
    begun.map(({ product, enhancementId, processId }) => ({
      enhancement_id: enhancementId,
      product_id: product.product_id,
      kind: how.kind,
      style: how.style,
      tone: how.tone,
      process_id: processId,
      asked_by: how.askedBy,
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
  await publish(
    tx,
    workplaceId,
    'products',
    begun.slice(0, 100).map(({ product }) => product.product_id),
  );
  return begun.map(({ product, enhancementId, processId }) => ({
    product_id: product.product_id,
    enhancement_id: enhancementId,
    process_id: processId,
  }));
}

/**
 * Starts enhancements in one transaction, replacing proposals without accepted fields. Throws DEMO_MODE, or the plan's
 * refusal if not all are allowed; the template writer uses no plan limits.
 */
export async function startEnhancement(
  deps: Deps,
  quota: Quota,
  writer: Writer,
  scope: WorkplaceScope,
  ask: EnhanceRequest,
): Promise<StartedEnhancement> {
  const { accountId, workplaceId } = scope;
  const productIds = [...new Set(ask.productIds)];
  if (writer.facts.kind === 'ai') {
    const { fits, refusal } = await quota.admit(scope, FEATURES[ask.kind], productIds.length);
    if (fits < productIds.length && refusal) throw refusal;
  }
  return deps.db.tenant(scope, async (tx) => {
    if (await isInDemoMode(tx, accountId)) throw new AppError('FORBIDDEN', 'DEMO_MODE');
    const held = new Map((await lockProducts(tx, workplaceId, productIds)).map((one) => [one.product_id, one]));
    const atWork = await atWorkOn(tx, workplaceId, productIds, ask.kind);
    const failed: StartedEnhancement['failed'] = new Map();
    const wanted = productIds.flatMap((id) => {
      const product = held.get(id);
      if (product && !atWork.has(id)) return [{ product, processId: newId() }];
      failed.set(id, { key: product ? 'ENHANCEMENT_AT_WORK' : 'PRODUCT_NOT_FOUND', params: {} });
      return [];
    });
    const ids = wanted.map(({ product }) => product.product_id);
    for (const id of await deleteUnused(tx, workplaceId, ids, ask.kind))
      await setProcess(tx, workplaceId, id, { status: 'error', done: 1, error: { key: 'ENHANCEMENT_FAILED' } });
    const how = { kind: ask.kind, style: ask.style ?? null, tone: ask.tone ?? null, askedBy: ask.askedBy };
    return { failed, items: await addEnhancements(tx, deps, scope, wanted, how) };
  });
}
