import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '@quayside/server/src/db/connection.ts';
import { isDatabaseUnavailable } from '@quayside/server/src/db/index.ts';
import { workersOf } from '@quayside/server/src/testing/db/citus.ts';
import type pg from 'pg';

/** A freshly committed outcome: what was recorded, of which row, and by which process. */
export interface Recorded {
  activity: 'topup' | 'intake' | 'place' | 'pay' | 'fulfil';
  id: string;
  pid: number | undefined;
}

/** The jobs that take an order in; those of the other activities have one job each. */
export const INTAKE_JOBS = ['work-webhook', 'work-order-webhook', 'poll-store', 'take-order', 'compare-orders'];
const GATED = [...INTAKE_JOBS, 'create-topup', 'place-supplier-order', 'pay-supplier-order', 'report-parcel'];

/** Held by the drill, no job can be ended: its worker can be killed between its record and its end. */
const GATE = 4_713;

/**
 * On each node, in the drill's database alone: nothing in the product knows of them. A trigger on a table that Citus distributes runs on
 * a worker. It writes a row, because a transaction over several nodes may not notify.
 */
const ON_EACH_NODE = [
  'set citus.enable_ddl_propagation = off',
  'create schema if not exists drill',
  'grant usage on schema drill to public',
  'create unlogged table if not exists drill.seen (activity text not null, id text not null, application text not null)',
  `create or replace function drill.note() returns trigger language plpgsql security definer as $$
  begin
    insert into drill.seen values (tg_argv[0], to_jsonb(new) ->> tg_argv[1], current_setting('application_name'));
    return null;
  end $$`,
  `create or replace function drill.gate() returns trigger language plpgsql security definer as $$
  begin
    perform pg_advisory_xact_lock_shared(${GATE});
    return new;
  end $$`,
  'reset citus.enable_ddl_propagation',
];

const TRIGGERS = [
  `create or replace trigger drill_taken after insert on sales_order for each row
    execute function drill.note('intake', 'order_id')`,
  `create or replace trigger drill_opened after update on topup for each row
    when (new.state = 'open' and old.state <> 'open') execute function drill.note('topup', 'topup_id')`,
  `create or replace trigger drill_placed after update on supplier_order for each row
    when (new.state = 'placed' and old.state <> 'placed') execute function drill.note('place', 'supplier_order_id')`,
  `create or replace trigger drill_paid after update on supplier_order for each row
    when (new.pay_state = 'paid' and old.pay_state <> 'paid') execute function drill.note('pay', 'supplier_order_id')`,
  `create or replace trigger drill_told after update on shipment for each row
    when (new.report_state = 'sent' and old.report_state <> 'sent') execute function drill.note('fulfil', 'shipment_id')`,
  `create or replace trigger drill_ended before update on pgboss.job for each row
    when (new.state = 'completed' and old.state = 'active'
      and new.name in (${GATED.map((name) => `'${name}'`).join(', ')}))
    execute function drill.gate()`,
];

/** Puts the triggers in, one by one: together they would lock tables in another order than the work that goes on. */
async function putTriggers(client: pg.Client, nodes: readonly pg.Client[]): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_trigger where tgname = 'drill_ended'`);
  if (rowCount) return;
  for (const node of [client, ...nodes]) for (const statement of ON_EACH_NODE) await node.query(statement);
  for (const statement of TRIGGERS) await client.query(statement);
}

const LOOK_MS = 10;
/** The preload lets a session's name end with the id of its process. */
const processIn = (application: string | undefined): number | undefined => {
  const found = / (\d+)$/.exec(application ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
};
/** A worker's session names that of its coordinator: the node, and ten digits of the id there (Citus: `citus_pid_for_gpid`). */
const coordinatorIn = (application: string): number | undefined => {
  const found = /^citus_internal gpid=\d+(\d{10})$/.exec(application)?.[1];
  return found === undefined ? undefined : Number(found);
};

export interface Records {
  /** The first outcome of a kind that is recorded from now on; undefined when none comes in time. */
  next<T>(activity: Recorded['activity'], withinMs: number, act: (seen: Recorded) => T): Promise<T | undefined>;
  /** While this works, no job of an activity ends. */
  whileNoneEnds<T>(work: () => Promise<T>): Promise<T>;
  /** The processes that wait at the gate. */
  atGate(): Promise<number[]>;
  close(): Promise<void>;
}

type Row = { activity: string; id: string; application: string };

const open = (address: string) => connect(address, 'quayside drill', 'maintenance', () => undefined);
const TAKE = 'delete from drill.seen returning activity, id, application';

/** A worker of Citus, which may crash while it is listened to. What it recorded until then is lost, as drill.seen isn't logged. */
interface Worker {
  address: string;
  client: pg.Client | undefined;
}

async function takeFrom(worker: Worker): Promise<Row[]> {
  try {
    worker.client ??= await open(worker.address);
    return (await worker.client.query<Row>(TAKE)).rows;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    await worker.client?.end().catch(() => undefined);
    worker.client = undefined;
    return [];
  }
}

/** Hears of every recorded outcome soon after it is committed. */
export async function hearRecords(url: string): Promise<Records> {
  const client = await open(url);
  const addresses = await workersOf(url);
  const workers = await Promise.all(
    addresses.map(async (address): Promise<Worker> => ({ address, client: await open(address) })),
  );
  await putTriggers(
    client,
    workers.flatMap((worker) => worker.client ?? []),
  );
  /** What was recorded since the last look. */
  const take = async (activity: Recorded['activity']): Promise<Row | undefined> => {
    const found = await Promise.all([client.query<Row>(TAKE).then(({ rows }) => rows), ...workers.map(takeFrom)]);
    return found.flat().find((row) => row.activity === activity);
  };
  async function processOf(application: string): Promise<number | undefined> {
    const session = coordinatorIn(application);
    if (session === undefined) return processIn(application);
    const { rows } = await client.query<{ application: string }>(
      'select application_name as application from pg_stat_activity where pid = $1',
      [session],
    );
    return processIn(rows[0]?.application);
  }
  return {
    async next(activity, withinMs, act) {
      await take(activity);
      for (const end = Date.now() + withinMs; Date.now() < end; await sleep(LOOK_MS)) {
        const found = await take(activity);
        if (found) return act({ activity, id: found.id, pid: await processOf(found.application) });
      }
      return undefined;
    },
    async whileNoneEnds(work) {
      await client.query('select pg_advisory_lock($1)', [GATE]);
      try {
        return await work();
      } finally {
        // With one process the database may be gone, and the gate with it.
        await client.query('select pg_advisory_unlock($1)', [GATE]).catch(() => undefined);
      }
    },
    async atGate() {
      const { rows } = await client.query<{ application: string }>(
        `select a.application_name as application from pg_locks l join pg_stat_activity a using (pid)
         where l.locktype = 'advisory' and l.objid = $1 and not l.granted and a.datname = current_database()`,
        [GATE],
      );
      return rows.flatMap((row) => processIn(row.application) ?? []);
    },
    close: async () =>
      void (await Promise.all(
        [client, ...workers.map((one) => one.client)].map((one) => one?.end().catch(() => undefined)),
      )),
  };
}
