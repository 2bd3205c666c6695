import { connect } from '@quayside/server/src/db/connection.ts';
import type pg from 'pg';

/** A freshly committed outcome: what was recorded, of which row, and over which connection. */
export interface Recorded {
  activity: 'topup' | 'intake' | 'place' | 'pay' | 'fulfil';
  id: string;
  /** The recording process's own port of its connection to the database. */
  port: number;
}

/** The jobs that take an order in; those of the other activities have one job each. */
export const INTAKE_JOBS = ['work-webhook', 'work-order-webhook', 'poll-store', 'take-order', 'compare-orders'];
const GATED = [...INTAKE_JOBS, 'create-topup', 'place-supplier-order', 'pay-supplier-order', 'report-parcel'];

/** Held by the drill, no job can be ended: its worker can be killed between its record and its end. */
const GATE = 4_713;

/** Triggers of the judge's own, in the drill's database alone: nothing in the product knows of them. */
const TRIGGERS = [
  'create schema if not exists drill',
  'grant usage on schema drill to public',
  `create or replace function drill.note() returns trigger language plpgsql security definer as $$
  begin
    perform pg_notify('drill', json_build_object('activity', tg_argv[0],
      'id', to_jsonb(new) ->> tg_argv[1], 'port', inet_client_port())::text);
    return null;
  end $$`,
  `create or replace function drill.gate() returns trigger language plpgsql security definer as $$
  begin
    perform pg_advisory_xact_lock_shared(${GATE});
    return new;
  end $$`,
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
async function putTriggers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_trigger where tgname = 'drill_ended'`);
  if (!rowCount) for (const statement of TRIGGERS) await client.query(statement);
}

export interface Records {
  /** The first outcome of a kind that is recorded from now on; undefined when none comes in time. */
  next<T>(activity: Recorded['activity'], withinMs: number, act: (seen: Recorded) => T): Promise<T | undefined>;
  /** While this works, no job of an activity ends. */
  whileNoneEnds<T>(work: () => Promise<T>): Promise<T>;
  /** The clients' ports of what waits at the gate. */
  atGate(): Promise<number[]>;
  close(): Promise<void>;
}

/** Hears of every recorded outcome the moment it is committed. */
export async function hearRecords(url: string): Promise<Records> {
  const client = await connect(url, 'quayside drill', 'maintenance', () => undefined);
  await putTriggers(client);
  await client.query('listen drill');
  let waiting: { activity: string; hear: (seen: Recorded) => void } | undefined;
  client.on('notification', ({ payload }) => {
    const seen = JSON.parse(payload ?? '{}') as Recorded;
    if (waiting?.activity === seen.activity) waiting.hear(seen);
  });
  return {
    next: (activity, withinMs, act) =>
      new Promise((resolve) => {
        const late = setTimeout(() => {
          waiting = undefined;
          resolve(undefined);
        }, withinMs);
        waiting = {
          activity,
          hear(seen) {
            waiting = undefined;
            clearTimeout(late);
            resolve(act(seen));
          },
        };
      }),
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
      const { rows } = await client.query<{ port: number }>(
        `select client_port as port from pg_stat_activity where wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
      return rows.map((row) => row.port);
    },
    close: () => client.end().catch(() => undefined),
  };
}
