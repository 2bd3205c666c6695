import type { ConnectorId, PrivacyRequest } from '@quayside/connector-kit';
import { newId } from '@quayside/kernel';
import { getWorkplace, type Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { workPrivacyJob } from '../jobs/privacy.ts';
import { addRequest, createSlot } from '../request-repo.ts';
import { getSubject, maskedLabel } from '../rules/subject.ts';
import { dueAt } from '../rules/times.ts';

/** The store that a platform's request is about. */
export interface AskedStore {
  store_id: string;
  platform: ConnectorId;
}

/** Files a platform's privacy request once, notifies the members who may see it, and enqueues the work. */
export async function fileRequest(
  deps: Deps,
  scope: Scope,
  { platform, store_id: storeId }: AskedStore,
  request: PrivacyRequest,
  key: string,
): Promise<void> {
  const { accountId, workplaceId } = getWorkplace(scope);
  const subject = getSubject(request);
  const id = newId();
  const label = request.kind === 'erase_store' ? request.platformDomain : maskedLabel(subject);
  await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
    const isNew = await addRequest(tx, workplaceId, {
      request_id: id,
      store_id: storeId,
      origin: platform,
      kind: request.kind,
      state: 'open',
      label,
      subject,
      external_key: `${storeId} ${request.requestId ? `data_request ${request.requestId}` : key}`,
      asked_by: '',
      requested_at: deps.clock.now(),
      due_at: dueAt(deps.clock.millis()),
    });
    if (!isNew) return;
    await notify(tx, workplaceId, [{ kind: 'privacy_request', storeId, subject: { id, name: label }, once: id }]);
    await publish(tx, workplaceId, 'privacy', [id]);
    if (request.kind === 'export') return;
    await createSlot(tx, { accountId, workplaceId }, deps.clock.now());
    await deps.queue.send(tx, workPrivacyJob, { accountId, workplaceId });
  });
}
