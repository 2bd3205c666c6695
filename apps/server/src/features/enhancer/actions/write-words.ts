import { AppError, type MessageParams } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type Quota, recordUse } from '../../plans/index.ts';
import { setProcess } from '../../processes/index.ts';
import { findProduct, type Product } from '../../products/index.ts';
import { beginWriting, noteFailure, propose } from '../repo.ts';
import type { Facts } from '../rules/enhanced-text.ts';
import type { Manner } from '../rules/instructions.ts';
import { getProposal } from '../rules/proposal.ts';
import { afterFailure } from '../rules/writer-failure.ts';
import { findSetting } from '../setting-repo.ts';
import type { EnhancementRow, WritingDefaults } from '../tables.ts';
import { type Writer, WriterError } from '../writers/writer.ts';
import { FEATURES } from './start-enhancement.ts';

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

/** The requested style and tone; other settings are the workspace's current ones. */
const mannerOf = ({ style, tone }: EnhancementRow, set: WritingDefaults): Manner => ({
  ...(style ? { style } : {}),
  ...(tone ? { tone } : {}),
  ...(set.language ? { language: set.language } : {}),
  forbidden: set.forbidden_words,
  voice: set.brand_voice,
});

/** Records a failure with the enhancement and its task. */
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

/** Records a result with its plan usage, once, however often the job runs. */
async function settle(
  { deps, quota, writer, scope }: Work,
  row: EnhancementRow,
  product: Product,
  set: WritingDefaults,
  signal: AbortSignal,
) {
  const { workplaceId, accountId } = scope;
  const isAi = writer.facts.kind === 'ai';
  const feature = FEATURES[row.kind];
  const admission = isAi ? await quota.admit(scope, feature, 1) : undefined;
  if (admission && admission.fits < 1 && admission.refusal) throw admission.refusal;
  const facts = factsOf(product);
  const manner = mannerOf(row, set);
  const words = await (row.kind === 'seo'
    ? writer.writeSeo(facts, manner, signal)
    : writer.write(facts, manner, signal));
  await deps.db.tenant(scope, async (tx) => {
    if (!(await propose(tx, workplaceId, row, getProposal(product, words, facts, set.forbidden_words)))) return;
    // Counted on success only (decision A44).
    if (admission) {
      await recordUse(tx, { accountId, feature, amount: 1, usedBy: row.asked_by });
      await admission.confirm(tx);
      await publish(tx, workplaceId, 'counts');
    }
    await setProcess(tx, workplaceId, row.process_id, { status: 'success', done: 1 });
  });
}

/**
 * Writes texts for one product and saves the proposal. Throws Later while the writer is rate limiting; other errors are
 * recorded as messages for people.
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
    // A stopping worker returns the job to the queue; our own faults are retried until the last attempt.
    if (run.isLastTry && !run.signal.aborted) await settleFailure(work, row, 'ENHANCEMENT_FAILED', {});
    throw error;
  }
}
