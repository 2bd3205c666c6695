import { randomBytes } from 'node:crypto';
import { GALLERY_FILE, isAiAction } from '@quayside/contracts';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { isPictureFile } from '../../../files/kind.ts';
import { type JobRun, Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import type { ConvertedPicture } from '../../../pictures/convert-picture.ts';
import { afterFailure, type Failure } from '../../enhancer/index.ts';
import { publishFile, saveFile } from '../../files/index.ts';
import { type Quota, recordUse } from '../../plans/index.ts';
import { advanceProcess } from '../../processes/index.ts';
import { findProduct } from '../../products/index.ts';
import { type Drawer, DrawerError } from '../drawers/drawer.ts';
import { beginAttempt, findImages, noteFailure, propose } from '../repo.ts';
import { UNKNOWN } from '../rules/drawer-failure.ts';
import type { ImageEnhancementRow } from '../tables.ts';
import { readSource, toWebp } from './read-source.ts';
import { FEATURE } from './start-images.ts';

interface Work {
  deps: Deps;
  quota: Quota;
  drawer: Drawer | undefined;
  scope: WorkplaceScope;
}

/** How often a job checks on an attempt of another worker. */
const CHECK_MS = 60_000;

/** Ends an attempt for good, with its task. */
async function settleFailure(
  { deps, scope }: Work,
  row: ImageEnhancementRow,
  { key, params }: { key: string; params: MessageParams },
  attempts = row.attempts,
): Promise<void> {
  const { workplaceId } = scope;
  deps.log.info({ imageEnhancementId: row.image_enhancement_id, key }, 'image could not be improved');
  await deps.db.tenant(scope, async (tx) => {
    if (!(await noteFailure(tx, workplaceId, row, { failed: true, attempts, busySince: null, key, params }))) return;
    await advanceProcess(tx, workplaceId, row.process_id, { good: 0, bad: 1 }, 'IMAGES_FAILED');
  });
}

/** Puts an attempt that had no effect back into the queue, and throws Later. */
async function repeat(
  { deps, scope }: Work,
  row: ImageEnhancementRow,
  failure: Pick<Failure, 'key' | 'params'>,
  change: { afterMs: number; attempts: number; busySince: string | null },
): Promise<never> {
  const { key, params } = failure;
  await deps.db.tenant(scope, (tx) =>
    noteFailure(tx, scope.workplaceId, row, { failed: false, key, params, ...change }),
  );
  throw new Later(change.afterMs, key);
}

async function afterDrawerError(work: Work, row: ImageEnhancementRow, { failure }: DrawerError): Promise<void> {
  const { clock } = work.deps;
  const attempts = row.attempts + 1;
  const busySince = failure.retry === 'later' ? (row.busy_since ?? clock.now()) : null;
  const next = afterFailure(failure, attempts, busySince ? clock.millis() - Date.parse(busySince) : 0);
  if (next.next === 'give-up') return settleFailure(work, row, next, attempts);
  return repeat(work, row, failure, {
    afterMs: next.afterMs,
    attempts: next.counts ? attempts : row.attempts,
    busySince,
  });
}

/** The improved image; what a provider sends is untrusted. */
async function draw(
  { drawer }: Work,
  row: ImageEnhancementRow,
  source: ConvertedPicture,
  signal: AbortSignal,
): Promise<ConvertedPicture> {
  const { action } = row;
  if (action === 'enlarge') return source;
  if (!drawer) throw new AppError('UNPROCESSABLE_ENTITY', 'IMAGE_AI_NOT_SET_UP');
  const bytes = await drawer.draw(source, { action, background: row.background, prompt: row.prompt }, signal);
  // Also where it says otherwise: only pixels come in.
  if (!isPictureFile(bytes)) throw new AppError('UNPROCESSABLE_ENTITY', 'IMAGE_UNREADABLE');
  return toWebp(bytes, 'IMAGE_UNREADABLE');
}

/** Improves the image and stores the proposal with its plan usage, once. */
async function settle(work: Work, row: ImageEnhancementRow, run: JobRun, paid: { sent: boolean }): Promise<void> {
  const { deps, quota, scope } = work;
  const { workplaceId, accountId } = scope;
  const isAi = isAiAction(row.action);
  const source = await readSource(deps, row.source_url, {
    mayWait: !run.isLastTry,
    signal: run.signal,
    enlarge: !isAi,
  });
  const admission = isAi ? await quota.admit(scope, FEATURE, 1) : undefined;
  if (admission && admission.fits < 1 && admission.refusal) throw admission.refusal;
  paid.sent = isAi;
  const made = await draw(work, row, source, run.signal);
  if (made.bytes.length > GALLERY_FILE.most) throw new AppError('UNPROCESSABLE_ENTITY', 'IMAGE_RESULT_TOO_LARGE');
  const stored = await saveFile(deps, scope, { name: `${row.action}.webp`, bytes: made.bytes, field: 'image' });
  const publicKey = randomBytes(16).toString('hex');
  const { file_id } = stored;
  await deps.db.tenant(scope, async (tx) => {
    const result = { file_id, public_key: publicKey, width: made.width, height: made.height };
    if (!(await propose(tx, workplaceId, row, result))) return;
    if ((await publishFile(tx, workplaceId, file_id, publicKey)) === 0) throw new Error('stored image not found');
    // Counted on success only (decision A44).
    if (admission) {
      await recordUse(tx, { accountId, feature: FEATURE, amount: 1, usedBy: row.asked_by });
      await admission.confirm(tx);
      await publish(tx, workplaceId, 'counts');
    }
    await advanceProcess(tx, workplaceId, row.process_id, { good: 1, bad: 0 }, 'IMAGES_FAILED');
  });
}

/**
 * Improves one image. The attempt is written before the provider is asked, and an attempt whose worker died is reported instead
 * of repeated: the provider may have billed it. Throws Later while the provider is busy, or another worker is at it.
 */
export async function workImage(work: Work, id: string, run: JobRun): Promise<void> {
  const { deps, scope } = work;
  const { workplaceId } = scope;
  const { row, other, product } = await deps.db.tenant(scope, async (tx) => {
    const begun = await beginAttempt(tx, workplaceId, id, newId());
    const [found] = begun ? [] : await findImages(tx, workplaceId, [id]);
    return { row: begun, other: found, product: begun && (await findProduct(tx, workplaceId, begun.product_id)) };
  });
  if (other?.state === 'working') {
    if (!other.is_lost) throw new Later(CHECK_MS, 'another worker is at this image');
    return settleFailure(work, other, UNKNOWN);
  }
  if (!row) return;
  if (!product) return settleFailure(work, row, { key: 'PRODUCT_NOT_FOUND', params: {} });
  const paid = { sent: false };
  try {
    await settle(work, row, run, paid);
  } catch (error) {
    if (error instanceof DrawerError) return afterDrawerError(work, row, error);
    if (error instanceof AppError) return settleFailure(work, row, { key: error.code, params: error.params });
    const { attempts, busy_since: busySince } = row;
    if (error instanceof Later)
      return repeat(work, row, { key: 'PICTURE_NOT_ANSWERED', params: {} }, { ...error, attempts, busySince });
    // Our own fault, or a stopping worker. Once the provider was asked, only a person asks again.
    if (paid.sent) await settleFailure(work, row, UNKNOWN);
    else if (run.isLastTry && !run.signal.aborted)
      await settleFailure(work, row, { key: 'IMAGES_FAILED', params: { count: 1 } });
    else
      await deps.db.tenant(scope, (tx) =>
        noteFailure(tx, workplaceId, row, { failed: false, attempts, busySince, key: 'IMAGE_RETRIED', params: {} }),
      );
    throw error;
  }
}
