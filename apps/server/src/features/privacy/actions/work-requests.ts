import { newId } from '@quayside/kernel';
import { type Executor, sql, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findEntry, findStore } from '../../connections/index.ts';
import { eraseShop } from '../erase-repo.ts';
import { FIRST_ID, findOrdersEndedBefore, ordersOfShopper, ordersOfStore } from '../find-repo.ts';
import { workPrivacyJob } from '../jobs/privacy.ts';
import {
  addOutcome,
  addRequest,
  closeRequest,
  createSlot,
  findByKey,
  finishSlot,
  openErasures,
  type RequestRow,
  retentionMonths,
  waitOn,
} from '../request-repo.ts';
import { NOBODY } from '../rules/subject.ts';
import { mustBeDone, retentionCutoff } from '../rules/times.ts';
import { eraseOrders } from './erase-orders.ts';

/** Orders found at a time. */
const PAGE = 500;
/** Names that a waiting request shows. */
const NAMES_MOST = 20;

/** A store that is in another workspace by now is asked there. */
async function fileElsewhere(deps: Deps, request: RequestRow, storeId: string): Promise<void> {
  const entry = await deps.db.global((tx) => findEntry(tx, storeId));
  if (!entry) return;
  const there = { accountId: entry.account_id, workplaceId: entry.workplace_id };
  await deps.db.tenant(there, async (tx) => {
    await addRequest(tx, there.workplaceId, { ...request, request_id: newId(), state: 'open' });
    await createSlot(tx, there, deps.clock.now());
    await deps.queue.send(tx, workPrivacyJob, there);
  });
}

async function close(
  deps: Deps,
  here: WorkplaceScope,
  { request_id: id }: RequestRow,
  end: { state: 'done' | 'stopped'; stopped?: 'store_connected' | 'store_moved' },
): Promise<void> {
  await deps.db.tenant(here, async (tx) => {
    await closeRequest(tx, here.workplaceId, id, { ...end, at: deps.clock.now() });
    await publish(tx, here.workplaceId, 'privacy', [id]);
  });
}

async function wait(
  deps: Deps,
  here: WorkplaceScope,
  { request_id: id }: RequestRow,
  names: readonly string[],
): Promise<void> {
  await deps.db.tenant(here, async (tx) => {
    await waitOn(tx, here.workplaceId, id, names.slice(0, NAMES_MOST));
    await publish(tx, here.workplaceId, 'privacy', [id]);
  });
}

/**
 * Erases orders page by page until none is left; `find` reads those after an id. Returns the names of those that are under way.
 * What a killed worker erased is no longer found, so that the next one goes on where it stopped.
 */
async function eraseAll(
  deps: Deps,
  here: WorkplaceScope,
  find: (ex: Executor, after: string, most: number) => Promise<string[]>,
  erasing: { requestId: string; isGone: boolean; isForced: boolean; page: number },
): Promise<string[]> {
  const left: string[] = [];
  for (let after: string | undefined = FIRST_ID; after; ) {
    const from: string = after;
    const ids = await deps.db.read(here, (ex) => find(ex, from, erasing.page));
    left.push(...(await eraseOrders(deps, here, ids, erasing)));
    after = ids.length < erasing.page ? undefined : ids.at(-1);
  }
  return left;
}

/** Erases everything of a shop that removed the app. One that is connected again is in use: it is left until the time is over, then stopped. */
async function eraseStore(
  deps: Deps,
  here: WorkplaceScope,
  request: RequestRow,
  storeId: string,
  page: number,
): Promise<void> {
  const isForced = mustBeDone(request, deps.clock.millis());
  const store = await deps.db.read(here, (ex) => findStore(ex, here.workplaceId, storeId));
  if (store && store.status !== 'uninstalled')
    return isForced
      ? close(deps, here, request, { state: 'stopped', stopped: 'store_connected' })
      : wait(deps, here, request, []);
  const left = await eraseAll(
    deps,
    here,
    (ex, after, most) => ordersOfStore(ex, here.workplaceId, storeId, after, most),
    { requestId: request.request_id, isGone: true, isForced, page },
  );
  if (left.length > 0) return wait(deps, here, request, left);
  await deps.db.tenant(here, async (tx) => {
    const erased = await eraseShop(tx, here.workplaceId, storeId);
    await addOutcome(tx, here.workplaceId, request.request_id, { orders: 0, erased, suppliers: [] });
  });
  return close(deps, here, request, { state: 'done' });
}

async function eraseShopper(deps: Deps, here: WorkplaceScope, request: RequestRow, page: number): Promise<void> {
  const subject = { ...NOBODY, ...request.subject };
  const isForced = mustBeDone(request, deps.clock.millis());
  const storeId = request.store_id ?? undefined;
  const left = await eraseAll(
    deps,
    here,
    (ex, after, most) => ordersOfShopper(ex, here.workplaceId, subject, { storeId, after, most }),
    { requestId: request.request_id, isGone: false, isForced, page },
  );
  return left.length > 0 ? wait(deps, here, request, left) : close(deps, here, request, { state: 'done' });
}

async function work(deps: Deps, here: WorkplaceScope, request: RequestRow, page: number): Promise<void> {
  const { store_id: storeId } = request;
  if (storeId && !(await deps.db.read(here, (ex) => findStore(ex, here.workplaceId, storeId)))) {
    await fileElsewhere(deps, request, storeId);
    return close(deps, here, request, { state: 'stopped', stopped: 'store_moved' });
  }
  if (request.kind === 'erase_store' && storeId) return eraseStore(deps, here, request, storeId, page);
  return eraseShopper(deps, here, request, page);
}

/** Erases the personal data of orders that ended long enough ago. What a day erased is one entry of the list of requests. */
async function eraseOld(deps: Deps, here: WorkplaceScope, months: number): Promise<void> {
  const now = deps.clock.now();
  const cutoff = retentionCutoff(deps.clock.millis(), months);
  const key = `retention ${now.slice(0, 10)}`;
  let after: { placed_at: string; order_id: string } | undefined;
  for (;;) {
    const place = after;
    const page = await deps.db.read(here, (ex) => findOrdersEndedBefore(ex, here.workplaceId, cutoff, place, PAGE));
    if (page.length === 0) break;
    const request = await deps.db.tenant(here, async (tx) => {
      await addRequest(tx, here.workplaceId, {
        request_id: newId(),
        store_id: null,
        origin: 'workspace',
        kind: 'retention',
        state: 'open',
        label: '',
        subject: {},
        external_key: key,
        asked_by: '',
        requested_at: now,
        due_at: now,
      });
      return findByKey(tx, here.workplaceId, key);
    });
    if (!request) return;
    const ids = page.map((one) => one.order_id);
    await eraseOrders(deps, here, ids, { requestId: request.request_id, isGone: false, isForced: false });
    await close(deps, here, request, { state: 'done' });
    after = page.at(-1);
  }
}

/** Works what is open in a workplace; each part can be done again without harm. `page`: orders found at a time. */
export async function workPrivacy(deps: Deps, here: WorkplaceScope, page = PAGE): Promise<void> {
  const { requests, months, exists } = await deps.db.read(here, async (ex) => ({
    exists: await ex.first(
      sql`select 1 from workplace where workplace_id = ${here.workplaceId} and deleted_at is null`,
    ),
    requests: await openErasures(ex, here.workplaceId),
    months: await retentionMonths(ex, here.workplaceId),
  }));
  for (const request of requests) await work(deps, here, request, page);
  if (exists && months !== null) await eraseOld(deps, here, months);
  await deps.db.tenant(here, async (tx) => {
    const open = await openErasures(tx, here.workplaceId);
    if (open.length === 0 && (!exists || (await retentionMonths(tx, here.workplaceId)) === null))
      await finishSlot(tx, here.workplaceId);
  });
}
