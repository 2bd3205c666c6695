import { AppError, type MessageParams } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type Quota, recordUse } from '../../plans/index.ts';
import { setProcess } from '../../processes/index.ts';
import { findProduct, type Product } from '../../products/index.ts';
import { beginWriting, noteFailure, propose } from '../repo.ts';
import type { Manner } from '../rules/instructions.ts';
import { proposalOf } from '../rules/proposal.ts';
import type { Facts } from '../rules/words.ts';
import { afterFailure } from '../rules/writer-failure.ts';
import { findSetting } from '../setting-repo.ts';
import type { EnhancementRow, WritingDefaults } from '../tables.ts';
import { type Writer, WriterError } from '../writers/writer.ts';

interface Work {
  deps: Deps;
  quota: Quota;
  writer: Writer;
  scope: WorkplaceScope;
}

const factsOf = (product: Product): Facts => ({
  title: product.title,
  descriptionHtml: product.description_html,
  productType: product.product_type,
  options: product.options,
  specifications: product.original.specifications,
});

/** Style and tone as they were asked for; the rest as the workspace has it now. */
const mannerOf = ({ style, tone }: EnhancementRow, set: WritingDefaults): Manner => ({
  ...(style ? { style } : {}),
  ...(tone ? { tone } : {}),
  ...(set.language ? { language: set.language } : {}),
  forbidden: set.forbidden_words,
  voice: set.brand_voice,
});

/** Told with the enhancement and with the entry that people watch. */
async function settleFailure(
  { deps, scope }: Work,
  row: EnhancementRow,
  key: string,
  params: MessageParams,
  attempts = row.attempts,
): Promise<void> {
  const { workplaceId } = scope;
  deps.log.info({ enhancementId: row.enhancement_id, key }, 'text writer failed permanently');
  await deps.db.tenant(scope, async (tx) => {
    if (!(await noteFailure(tx, workplaceId, row, { failed: true, attempts, busySince: null, key, params }))) return;
    await setProcess(tx, workplaceId, row.process_id, { status: 'error', done: 1, error: { key, params } });
  });
}

/** What the writer made of it, written down with its use of the plan: once, however often the job is run. */
async function settle(
  { deps, quota, writer, scope }: Work,
  row: EnhancementRow,
  product: Product,
  set: WritingDefaults,
  signal: AbortSignal,
) {
  const { workplaceId, accountId } = scope;
  const isAi = writer.facts.kind === 'ai';
  const admission = isAi ? await quota.admit(scope, 'AI_PRODUCT_CONTENT', 1) : undefined;
  if (admission && admission.fits < 1 && admission.refusal) throw admission.refusal;
  const facts = factsOf(product);
  const words = await writer.write(facts, mannerOf(row, set), signal);
  const before = { title: product.title, description_html: product.description_html };
  await deps.db.tenant(scope, async (tx) => {
    if (!(await propose(tx, workplaceId, row, proposalOf(before, words, facts, set.forbidden_words)))) return;
    // At the success of each, never for one that failed (decision A44).
    if (admission) {
      await recordUse(tx, { accountId, feature: 'AI_PRODUCT_CONTENT', amount: 1, usedBy: row.asked_by });
      await admission.confirm(tx);
      await publish(tx, workplaceId, 'counts');
    }
    await setProcess(tx, workplaceId, row.process_id, { status: 'success', done: 1 });
  });
}

/**
 * Has one product's words written and proposed. Throws Later where the writer asks to be left alone for a while, and goes on
 * where a try before it ended. Whatever else goes wrong is written down in words for a person.
 */
export async function writeWords(work: Work, enhancementId: string, run: JobRun): Promise<void> {
  const { deps, writer, scope } = work;
  const { workplaceId } = scope;
  const { row, product, set } = await deps.db.tenant(scope, async (tx) => {
    const begun = await beginWriting(tx, workplaceId, enhancementId, writer.facts);
    const written = begun && (await findProduct(tx, workplaceId, begun.product_id));
    return { row: begun, product: written, set: await findSetting(tx, workplaceId) };
  });
  if (!row) return;
  if (!product) return settleFailure(work, row, 'PRODUCT_NOT_FOUND', {});
  try {
    await settle(work, row, product, set, run.signal);
  } catch (error) {
    if (error instanceof WriterError) {
      const attempts = row.attempts + 1;
      const busySince = error.failure.retry === 'later' ? (row.busy_since ?? deps.clock.now()) : null;
      const busyMs = busySince ? deps.clock.millis() - Date.parse(busySince) : 0;
      const next = afterFailure(error.failure, attempts, busyMs);
      if (next.next === 'give-up') return settleFailure(work, row, next.key, next.params, attempts);
      const { key, params } = error.failure;
      await deps.db.tenant(scope, (tx) =>
        noteFailure(tx, workplaceId, row, {
          failed: false,
          attempts: next.counts ? attempts : row.attempts,
          busySince,
          key,
          params,
        }),
      );
      throw new Later(next.afterMs, key);
    }
    if (error instanceof AppError) return settleFailure(work, row, error.code, error.params);
    // A worker that stops hands the job back; a fault of ours is tried again until the last time.
    if (run.isLastTry && !run.signal.aborted) await settleFailure(work, row, 'ENHANCEMENT_FAILED', {});
    throw error;
  }
}
