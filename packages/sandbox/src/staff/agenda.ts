import type { World } from '../core/world.ts';
import type { Step } from './plan.ts';

export interface Entry {
  id: number;
  orderId: string;
  step: Step;
}

/** What the robot means to do, kept in the sandbox's store so that it goes on after a kill. */
export interface Agenda {
  /** Plans an order or a parcel once; planning it again does nothing. */
  plan(key: string, orderId: string, steps: () => Step[]): void;
  due(now: number, limit: number): Entry[];
  tick(id: number): void;
}

export function getAgenda(world: World): Agenda {
  world.db.exec(`
    create table if not exists quayside_planned (key text primary key);
    create table if not exists quayside_step (
      id integer primary key autoincrement, order_id text not null, due_ms integer not null, step text not null,
      done integer not null default 0);
    create index if not exists quayside_step_due on quayside_step (due_ms) where done = 0;`);
  const mark = world.db.prepare('insert into quayside_planned values (?) on conflict do nothing');
  const insert = world.db.prepare('insert into quayside_step (order_id, due_ms, step) values (?, ?, ?)');
  const due = world.db.prepare(
    'select id, order_id, step from quayside_step where done = 0 and due_ms <= ? order by due_ms, id limit ?',
  );
  const tick = world.db.prepare('update quayside_step set done = 1 where id = ?');
  return {
    plan: (key, orderId, steps) =>
      world.transaction(() => {
        if (Number(mark.run(key).changes) === 0) return;
        for (const step of steps()) insert.run(orderId, step.due, JSON.stringify(step));
      }),
    due: (now, limit) =>
      due.all(now, limit).map((row) => ({
        id: Number(row.id),
        orderId: String(row.order_id),
        step: JSON.parse(String(row.step)) as Step,
      })),
    tick: (id) => void tick.run(id),
  };
}
