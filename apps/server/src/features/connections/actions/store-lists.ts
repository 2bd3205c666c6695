import type { ChannelCapabilities, ChannelConnector, ConnectorContext } from '@quayside/connector-kit';
import type { LiveTopic } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import { z } from 'zod';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { defineJob, handler, type JobHandler } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { storesOfPart } from '../directory-repo.ts';
import { storeRef } from '../rules/job-refs.ts';
import { listFault } from '../rules/list-fault.ts';
import { noteAsked, noteFault, noteRead } from '../store-list-repo.ts';
import { findStore } from '../store-repo.ts';
import { withStore } from './open-store.ts';

const HOUR_MS = 3_600_000;

interface ListDefinition<T> {
  /** Names it in `store_list`. */
  kind: string;
  /** Name of the job that reads one store's list; the one that sends for it is called `<job>-of-stores`. */
  job: string;
  /** Hours between two scheduled reads of a store. */
  everyHours: number;
  /** Minute of the hour at which a part of the stores is sent for. */
  minute: number;
  /** Screens that reload. */
  topic: LiveTopic;
  isOffered(capabilities: ChannelCapabilities): boolean;
  /** undefined: the connector cannot read it. */
  read(connector: ChannelConnector, ctx: ConnectorContext): Promise<T> | undefined;
  /** Replaces what is kept. */
  keep(tx: Executor, deps: Deps, here: WorkplaceScope, storeId: string, list: T): Promise<unknown>;
}

/** A list of a store that is read by jobs and kept, such as its collections (docs/decisions/0380). */
export const storeList = <T>(list: ListDefinition<T>) => ({
  ...list,
  readJob: defineJob({
    name: list.job,
    payload: z.object({ accountId: z.uuid(), workplaceId: z.uuid(), storeId: z.uuid() }),
    concurrency: 4,
    group: (payload) => payload.storeId,
    share: 1,
    tries: 2,
  }),
  sendJob: defineJob({
    name: `${list.job}-of-stores`,
    payload: z.object({}),
    concurrency: 1,
    cron: `${list.minute} * * * *`,
  }),
});
export type StoreList<T> = ReturnType<typeof storeList<T>>;

export const isListOffered = <T>(deps: Pick<Deps, 'connectors'>, list: StoreList<T>, platform: string): boolean => {
  const capabilities = deps.connectors.channels[platform]?.capabilities;
  return capabilities !== undefined && list.isOffered(capabilities);
};

const publishList = <T>(tx: Executor, list: StoreList<T>, workplaceId: string, storeId: string): Promise<void> =>
  publish(tx, workplaceId, list.topic, list.topic === 'stores' ? [storeId] : []);

/** Sends reads for a part of the stores, so that every store is read once in the hours of its list. */
async function sendReads<T>(deps: Deps, list: StoreList<T>): Promise<void> {
  const part = Math.floor(deps.clock.millis() / HOUR_MS) % list.everyHours;
  const platforms = Object.keys(deps.connectors.channels).filter((platform) => isListOffered(deps, list, platform));
  await deps.db.global(async (tx) => {
    const due = await storesOfPart(tx, { platforms, part, parts: list.everyHours });
    await deps.queue.sendMany(tx, list.readJob, due.map(storeRef));
  });
}

/** Asks a job to read a store's list. Throws STORE_NOT_FOUND. */
export async function requestList<T>(
  deps: Deps,
  list: StoreList<T>,
  scope: WorkplaceScope,
  storeId: string,
): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (!isListOffered(deps, list, store.platform)) return;
    await noteAsked(tx, workplaceId, storeId, list.kind);
    await deps.queue.send(tx, list.readJob, { accountId, workplaceId, storeId });
    await publishList(tx, list, workplaceId, storeId);
  });
}

/** Reads a store's list now and keeps it. Errors are the caller's. */
export async function readList<T>(
  deps: Deps,
  list: StoreList<T>,
  here: WorkplaceScope,
  storeId: string,
): Promise<void> {
  const found = await withStore(deps, here, storeId, async ({ connector, ctx }) => list.read(connector, ctx));
  if (!found) return;
  await deps.db.tenant(here, async (tx) => {
    await noteRead(tx, here.workplaceId, storeId, list.kind);
    await list.keep(tx, deps, here, storeId, found);
    await publishList(tx, list, here.workplaceId, storeId);
  });
}

/** The same in a job. A failure keeps the last list and notes the reason. */
async function readOrNote<T>(deps: Deps, list: StoreList<T>, here: WorkplaceScope, storeId: string): Promise<void> {
  const { workplaceId } = here;
  try {
    await readList(deps, list, here, storeId);
  } catch (error) {
    if (!listFault(error, '')) throw error;
    await deps.db.tenant(here, async (tx) => {
      const store = await findStore(tx, workplaceId, storeId);
      const fault = store && listFault(error, store.store_name || store.platform_domain);
      if (!fault) return;
      await noteFault(tx, workplaceId, storeId, list.kind, fault);
      await publishList(tx, list, workplaceId, storeId);
    });
  }
}

/** The handlers of a list's jobs, for the `register` of its feature. */
export const listHandlers = <T>(deps: Deps, list: StoreList<T>): JobHandler[] => [
  handler(list.sendJob, () => sendReads(deps, list)),
  handler(list.readJob, ({ storeId, ...here }) => readOrNote(deps, list, here, storeId)),
];
