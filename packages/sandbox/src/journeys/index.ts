import { pick } from '../cj/catalogue.ts';
import type { World } from '../core/world.ts';

/** A carrier's scan. `stage` is a number of a parcel's state in STAGES. */
export interface Scan {
  at: string;
  stage: Stage;
  text: string;
  place: string;
  country: string | null;
}

export const STAGES = [
  'not_found',
  'info_received',
  'in_transit',
  'out_for_delivery',
  'available_for_pickup',
  'delivered',
  'delivery_failure',
  'exception',
  'expired',
] as const;
export type Stage = (typeof STAGES)[number];

const HOUR = 3_600_000;

/** Scans of a parcel without a script, in hours after its registration. */
const JOURNEY: readonly { hours: number; stage: Stage; text: string; place: string }[] = [
  { hours: 1, stage: 'info_received', text: 'Shipment information received', place: '' },
  { hours: 20, stage: 'in_transit', text: 'Accepted by carrier', place: 'Shenzhen' },
  { hours: 48, stage: 'in_transit', text: 'Departed from transit hub', place: 'Hong Kong' },
  { hours: 120, stage: 'in_transit', text: 'Arrived at destination country', place: '' },
  { hours: 150, stage: 'out_for_delivery', text: 'Out for delivery', place: '' },
  { hours: 156, stage: 'delivered', text: 'Delivered', place: '' },
];

export interface Journey {
  number: string;
  destination: string | null;
  registered_ms: number;
  /** JSON of scans that a test scripts, in place of the journey. */
  script: string | null;
  /** Scans that were pushed to a webhook. */
  pushed: number;
  id: string;
}

/** Numbers that an account tracks at one service, in the sandbox's store. */
export function openJourneys(world: World, service: string) {
  const table = `${service}_number`;
  world.db.exec(`create table if not exists ${table} (number text primary key, id text not null, destination text,
    registered_ms integer not null, visible_at integer not null, script text, pushed integer not null default 0)`);
  const find = (number: string): Journey | undefined =>
    world.db
      .prepare(`select * from ${table} where number = ? and visible_at <= ?`)
      .get(number, Date.now()) as unknown as Journey | undefined;
  return {
    find,
    has: (number: string): boolean =>
      world.db.prepare(`select 1 from ${table} where number = ?`).get(number) !== undefined,
    all: (): Journey[] => world.db.prepare(`select * from ${table} order by rowid`).all() as unknown as Journey[],
    register(number: string, destination: string | undefined): string {
      const id = `${pick(`${service} ${number}`, 2 ** 30)
        .toString(16)
        .padStart(12, '0')}${pick(number, 2 ** 30).toString(16)}`;
      world.db
        .prepare(`insert into ${table} (number, id, destination, registered_ms, visible_at) values (?, ?, ?, ?, ?)`)
        .run(number, id, destination ?? null, world.clock.millis(), world.visibleAt(service));
      return id;
    },
    setScript(number: string, scans: unknown): void {
      world.db
        .prepare(`update ${table} set script = ?, pushed = 0 where number = ?`)
        .run(JSON.stringify(scans), number);
    },
    setPushed(number: string, pushed: number): void {
      world.db.prepare(`update ${table} set pushed = ? where number = ?`).run(pushed, number);
    },
    /** Scans until now, oldest first. */
    scansOf(journey: Journey): Scan[] {
      if (journey.script) return JSON.parse(journey.script) as Scan[];
      return JOURNEY.map((step) => ({ ...step, ms: journey.registered_ms + step.hours * HOUR }))
        .filter((step) => step.ms <= world.clock.millis())
        .map(({ ms, stage, text, place }) => ({
          at: new Date(ms).toISOString(),
          stage,
          text,
          place,
          country: stage === 'info_received' ? null : journey.destination,
        }));
    },
  };
}
export type Journeys = ReturnType<typeof openJourneys>;
