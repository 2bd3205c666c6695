import { AppError, newId } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { publish } from '../../../live/publish.ts';
import { findOpenWork } from '../find-repo.ts';
import { workPrivacyJob } from '../jobs/privacy.ts';
import { pagesOfShopper, resolveShopper, type Wanted } from '../queries/shopper.ts';
import { addRequest, createSlot } from '../request-repo.ts';
import { maskedLabel } from '../rules/subject.ts';
import { dueAt, parcelsSince } from '../rules/times.ts';

const NAMES_MOST = 5;

/**
 * Asks for the erasure of a shopper; a job does it. Throws PRIVACY_NOBODY_FOUND, and PRIVACY_ORDERS_UNDER_WAY where one of
 * their orders is not completed, unless it may wait for that.
 */
export async function requestErasure(deps: Deps, who: Who, wanted: Wanted, when: 'now' | 'completed'): Promise<string> {
  const { workplaceId, scope } = who;
  const id = newId();
  await deps.db.tenant(scope, async (tx) => {
    const subject = await resolveShopper(tx, workplaceId, wanted);
    const since = parcelsSince(deps.clock.millis());
    const busy: string[] = [];
    let isAnyone = false;
    for await (const ids of pagesOfShopper(tx, workplaceId, subject)) {
      isAnyone = true;
      const found = await findOpenWork(tx, workplaceId, ids, { isGone: false, parcelsSince: since });
      busy.push(...found.map((one) => one.name));
    }
    if (!isAnyone) throw new AppError('NOT_FOUND', 'PRIVACY_NOBODY_FOUND');
    if (busy.length > 0 && when === 'now') {
      const names = busy.slice(0, NAMES_MOST).join(', ');
      throw new AppError('BAD_REQUEST', 'PRIVACY_ORDERS_UNDER_WAY', { params: { count: busy.length, names } });
    }
    await addRequest(tx, workplaceId, {
      request_id: id,
      store_id: null,
      origin: 'workspace',
      kind: 'erase',
      state: 'open',
      label: maskedLabel(subject),
      subject,
      external_key: null,
      asked_by: personName(who.account),
      requested_at: deps.clock.now(),
      due_at: dueAt(deps.clock.millis()),
    });
    const turn = { accountId: scope.accountId, workplaceId };
    await createSlot(tx, turn, deps.clock.now());
    await deps.queue.send(tx, workPrivacyJob, turn);
    await publish(tx, workplaceId, 'privacy', [id]);
  });
  return id;
}
