import type { ConnectorId } from '@quayside/connector-kit';
import type { MessageParams } from '@quayside/kernel';
import {
  type Again,
  type Claimed,
  type ClaimParts,
  type EffectRow,
  isAgain,
  type Noted,
  releaseRow,
} from '../../db/effect-row.ts';
import { type Executor, empty, json, type Sql, sql, type WorkplaceScope } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import { TRACKED_TRANSITIONS, type TrackedState } from '../../states/tracked-number.ts';
import type { Sealed } from '../../vault/vault.ts';

export interface ServiceRow {
  service_id: string;
  service: ConnectorId;
  mode: Mode;
  status: 'active' | 'needs_key' | 'removed';
  /** null: this installation's key. */
  credentials: Sealed | null;
  last_error: { key: string; params: MessageParams } | null;
  followed_until: string;
}

const columns = sql`service_id, service, mode, status, credentials, last_error, followed_until::text`;

export const serviceContext = (serviceId: string): string => `tracking:${serviceId}`;

export const listServices = (ex: Executor, workplaceId: string): Promise<ServiceRow[]> =>
  ex.rows<ServiceRow>(sql`select ${columns} from tracking_service
    where workplace_id = ${workplaceId} and status <> 'removed' order by mode`);

export const findService = (ex: Executor, workplaceId: string, serviceId: string): Promise<ServiceRow | undefined> =>
  ex.first<ServiceRow>(
    sql`select ${columns} from tracking_service where workplace_id = ${workplaceId} and service_id = ${serviceId}`,
  );

/** Locks a workplace's service of a mode. */
export const lockServiceOfMode = (tx: Executor, workplaceId: string, mode: Mode): Promise<ServiceRow | undefined> =>
  tx.first<ServiceRow>(sql`select ${columns} from tracking_service
    where workplace_id = ${workplaceId} and mode = ${mode} and status <> 'removed' for update`);

export async function insertService(
  tx: Executor,
  scope: WorkplaceScope,
  row: Pick<ServiceRow, 'service_id' | 'service' | 'mode' | 'credentials'>,
  webhookKey: string,
): Promise<void> {
  const credentials = row.credentials ? json(row.credentials) : sql`null::jsonb`;
  await tx.run(sql`insert into tracking_service (workplace_id, service_id, service, mode, status, credentials)
    values (${scope.workplaceId}, ${row.service_id}, ${row.service}, ${row.mode}, 'active', ${credentials})`);
  await tx.run(sql`insert into tracking_service_directory (webhook_key, service_id, workplace_id, account_id, service)
    values (${webhookKey}, ${row.service_id}, ${scope.workplaceId}, ${scope.accountId}, ${row.service})`);
}

export async function renewService(
  tx: Executor,
  workplaceId: string,
  row: Pick<ServiceRow, 'service_id' | 'credentials'>,
): Promise<void> {
  const credentials = row.credentials ? json(row.credentials) : sql`null::jsonb`;
  await tx.run(sql`update tracking_service set status = 'active', credentials = ${credentials}, last_error = null
    where workplace_id = ${workplaceId} and service_id = ${row.service_id}`);
  // Numbers that waited for a better key or plan are tried again.
  await tx.run(sql`update tracked_number set state = 'waiting', error_key = null, attempts = 0, sent_at = null,
      next_attempt_at = now(), updated_at = now()
    where workplace_id = ${workplaceId} and service_id = ${row.service_id} and state = 'refused'`);
}

export async function endService(tx: Executor, workplaceId: string, serviceId: string): Promise<void> {
  await tx.run(sql`update tracking_service set status = 'removed', credentials = null, last_error = null
    where workplace_id = ${workplaceId} and service_id = ${serviceId}`);
  await tx.run(sql`delete from tracked_number where workplace_id = ${workplaceId} and service_id = ${serviceId}`);
  await tx.run(sql`update tracking_service_directory set active = false where service_id = ${serviceId}`);
}

/**
 * Records the problem of an active service, or that it has none, unless it has another key by now. `needsKey`: nothing
 * is tried until someone enters another one.
 */
export const noteServiceError = (
  tx: Executor,
  workplaceId: string,
  used: Pick<ServiceRow, 'service_id' | 'credentials'>,
  problem: { key: string; params: MessageParams } | null,
  needsKey: boolean,
): Promise<number> => {
  const next = problem ? json(problem) : sql`null::jsonb`;
  const key = used.credentials ? json(used.credentials) : sql`null::jsonb`;
  return tx.run(sql`update tracking_service set last_error = ${next}${needsKey ? sql`, status = 'needs_key'` : empty}
    where workplace_id = ${workplaceId} and service_id = ${used.service_id} and status = 'active'
      and credentials is not distinct from ${key}${needsKey ? empty : sql` and last_error is distinct from ${next}`}`);
};

export interface ServiceEntry {
  webhook_key: string;
  service_id: string;
  workplace_id: string;
  account_id: string;
  service: ConnectorId;
}

export const findEntryByKey = (tx: Executor, service: ConnectorId, key: string): Promise<ServiceEntry | undefined> =>
  tx.first<ServiceEntry>(sql`select webhook_key, service_id, workplace_id, account_id, service
    from tracking_service_directory where webhook_key = ${key} and service = ${service} and active`);

export const findEntries = (tx: Executor, serviceIds: readonly string[]): Promise<ServiceEntry[]> =>
  tx.rows<ServiceEntry>(sql`select webhook_key, service_id, workplace_id, account_id, service
    from tracking_service_directory where service_id = any(${serviceIds}::uuid[])`);

/** Services of a workplace whose owner changes. */
export const moveServices = (tx: Executor, workplaceId: string, accountId: string): Promise<number> =>
  tx.run(sql`update tracking_service_directory set account_id = ${accountId} where workplace_id = ${workplaceId}`);

/** All workspaces with a tracking service. */
export const trackingAfter = (
  tx: Executor,
  after: string,
  last: string,
  limit: number,
): Promise<Pick<ServiceEntry, 'workplace_id' | 'account_id'>[]> =>
  tx.rows(sql`select distinct workplace_id, account_id from tracking_service_directory
    where active and workplace_id > ${after} and workplace_id <= ${last} order by workplace_id limit ${limit}`);

/** Takes services with due polls; no two processes take the same. */
export const takeDueServices = (tx: Executor, most: number): Promise<ServiceEntry[]> =>
  tx.rows<ServiceEntry>(sql`update tracking_service_directory set next_poll_at = now() + interval '1 minute'
    where webhook_key in (select webhook_key from tracking_service_directory where active and next_poll_at <= now()
      order by next_poll_at limit ${most} for update skip locked)
    returning webhook_key, service_id, workplace_id, account_id, service`);

/** Inserts numbers that the service doesn't follow yet and returns them. */
export const insertNumbers = (
  tx: Executor,
  workplaceId: string,
  serviceId: string,
  rows: readonly { tracked_id: string; shipment_id: string; store_id: string; tracking_number: string }[],
): Promise<{ tracked_id: string; service_id: string }[]> =>
  tx.rows(sql`insert into tracked_number (workplace_id, tracked_id, service_id, shipment_id, store_id, tracking_number, state)
    select ${workplaceId}, n.tracked_id, ${serviceId}, n.shipment_id, n.store_id, n.tracking_number, 'waiting'
    from jsonb_to_recordset(${json(rows)}) as n(tracked_id uuid, shipment_id uuid, store_id uuid, tracking_number text)
    on conflict (workplace_id, service_id, shipment_id, tracking_number) do nothing
    returning tracked_id, service_id`);

/** Records that parcels changed until then are followed, unless others were added since the row was read. */
export const setFollowedUntil = (tx: Executor, workplaceId: string, row: ServiceRow, until: string) =>
  tx.run(sql`update tracking_service set followed_until = ${until}::timestamptz
    where workplace_id = ${workplaceId} and service_id = ${row.service_id}
      and followed_until = ${row.followed_until}::timestamptz`);

/**
 * Follows the parcels of a store that arrived in a workspace, or stayed there after all: parcels keep their time of
 * change, and numbers that were polled in between have ended.
 */
export async function followAgain(tx: Executor, workplaceId: string, storeId: string): Promise<void> {
  await tx.run(sql`delete from tracked_number where workplace_id = ${workplaceId} and store_id = ${storeId}`);
  await tx.run(sql`update tracking_service set followed_until = 'epoch'
    where workplace_id = ${workplaceId} and status <> 'removed'`);
}

export interface TrackedRow {
  tracked_id: string;
  shipment_id: string;
  tracking_number: string;
  tracking_ref: string | null;
  created_at: string;
}

/** Takes numbers that are due for a check; no two workers take the same. */
export const takeDueNumbers = (
  tx: Executor,
  workplaceId: string,
  serviceId: string,
  most: number,
): Promise<TrackedRow[]> =>
  tx.rows<TrackedRow>(sql`update tracked_number set next_check_at = now() + interval '30 minutes'
    where workplace_id = ${workplaceId} and tracked_id in (select tracked_id from tracked_number
      where workplace_id = ${workplaceId} and service_id = ${serviceId} and state = 'tracked' and next_check_at <= now()
      order by next_check_at limit ${most} for update skip locked)
    returning tracked_id, shipment_id, tracking_number, tracking_ref, created_at`);

/**
 * Schedules the next checks of numbers that were taken, at most half an hour ago; `after_ms` null: none. A webhook may
 * have made one due again in the meantime.
 */
export async function setNextChecks(
  tx: Executor,
  workplaceId: string,
  rows: readonly { tracked_id: string; after_ms: number | null }[],
): Promise<void> {
  const ended = rows.filter((row) => row.after_ms === null).map((row) => row.tracked_id);
  await tx.run(sql`update tracked_number set state = 'ended', updated_at = now()
    where workplace_id = ${workplaceId} and tracked_id = any(${ended}::uuid[]) and state = 'tracked'`);
  await tx.run(sql`update tracked_number t set next_check_at = seconds_after(now(), n.after_ms / 1000.0), updated_at = now()
    from jsonb_to_recordset(${json(rows)}) as n(tracked_id uuid, after_ms bigint)
    where t.workplace_id = ${workplaceId} and t.tracked_id = n.tracked_id and n.after_ms is not null
      and t.state = 'tracked' and t.next_check_at > now()`);
}

/** Makes numbers with news due now. */
export const markNumbersDue = (tx: Executor, workplaceId: string, serviceId: string, numbers: readonly string[]) =>
  tx.run(sql`update tracked_number set next_check_at = now()
    where workplace_id = ${workplaceId} and service_id = ${serviceId} and state = 'tracked'
      and tracking_number = any(${numbers}::text[])`);

/** Registration of numbers. */
export const REGISTRATION: EffectRow = {
  table: 'tracked_number',
  key: 'tracked_id',
  prefix: '',
  states: { waiting: 'waiting', sending: 'sending', unknown: 'unknown' },
  moves: TRACKED_TRANSITIONS,
  openedAt: sql`created_at`,
};

/** SQL: registrations at a service. */
export const ofService = (serviceId: string): Sql => sql`service_id = ${serviceId}`;

export interface RegistrationClaim extends Claimed {
  tracked_id: string;
  service_id: string;
  shipment_id: string;
  store_id: string;
  tracking_number: string;
}

export const registrationParts = (): ClaimParts => ({
  columns: sql`p.tracked_id, p.service_id, p.shipment_id, p.store_id, p.tracking_number, p.pauses`,
  // A service never tracks a number twice.
  asks: sql`false`,
  notes: sql`true`,
});

export type RegistrationEnd = { kind: 'tracked'; trackingRef?: string } | { kind: 'refused'; key: string };

/** Records an outcome and releases the row. false: another worker holds it. */
export async function endRegistration(
  tx: Executor,
  workplaceId: string,
  held: Noted,
  end: RegistrationEnd | Again,
): Promise<boolean> {
  if (isAgain(end)) {
    const why = end.kind === 'requested' ? (end.why?.key ?? null) : null;
    await tx.run(sql`update tracked_number set error_key = ${why}
      where workplace_id = ${workplaceId} and tracked_id = ${held.id} and claimed_by = ${held.token}`);
    return releaseRow(tx, REGISTRATION, workplaceId, held, end);
  }
  const state: TrackedState = end.kind;
  const ref = end.kind === 'tracked' ? (end.trackingRef ?? null) : null;
  const key = end.kind === 'refused' ? end.key : null;
  return (
    (await tx.run(sql`update tracked_number set state = ${state}, tracking_ref = ${ref}, error_key = ${key}, pauses = 0,
        claimed_by = null, claimed_until = null, next_check_at = now(), updated_at = now()
      where workplace_id = ${workplaceId} and tracked_id = ${held.id} and claimed_by = ${held.token}`)) > 0
  );
}
