import { AppError, notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { workPrivacyJob } from '../jobs/privacy.ts';
import { closeRequest, findRequest, type RequestRow } from '../request-repo.ts';

function openErasure(row: RequestRow | undefined): RequestRow {
  if (!row) throw notFound('PRIVACY_ERASURE_NOT_FOUND');
  const isErasure = row.kind === 'erase' || row.kind === 'erase_store';
  if (!isErasure || (row.state !== 'open' && row.state !== 'waiting'))
    throw new AppError('BAD_REQUEST', 'PRIVACY_ERASURE_NOT_FOUND');
  return row;
}

/**
 * Cancels an erasure that somebody here asked for. What it erased already stays erased. Throws PRIVACY_REQUEST_OF_PLATFORM for
 * one that a platform sent: the law sets its deadline.
 */
export async function cancelRequest(deps: Deps, who: Who, id: string): Promise<void> {
  const { workplaceId } = who;
  await deps.db.tenant(who.scope, async (tx) => {
    const row = openErasure(await findRequest(tx, workplaceId, id));
    if (row.origin !== 'workspace') throw new AppError('BAD_REQUEST', 'PRIVACY_REQUEST_OF_PLATFORM');
    const end = { state: 'stopped' as const, stopped: 'cancelled' as const, at: deps.clock.now() };
    if ((await closeRequest(tx, workplaceId, id, end)) === 0) throw notFound('PRIVACY_ERASURE_NOT_FOUND');
    await publish(tx, workplaceId, 'privacy', [id]);
  });
}

/** Looks now, and not on the next day, whether the orders that an erasure waits for are completed. */
export async function checkRequest(deps: Deps, who: Who, id: string): Promise<void> {
  const { workplaceId } = who;
  await deps.db.tenant(who.scope, async (tx) => {
    openErasure(await findRequest(tx, workplaceId, id));
    await deps.queue.send(tx, workPrivacyJob, { accountId: who.scope.accountId, workplaceId });
  });
}
