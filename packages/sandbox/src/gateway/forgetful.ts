import { isForgetful } from '../core/forgetful.ts';
import type { World } from '../core/world.ts';
import type { Seen } from './rewrite.ts';

/** A payment that came for an order that was paid already. */
export interface SecondPayment {
  orderId: string;
  reference: string;
}

/**
 * A warehouse that forgets: an order sent again under its key becomes a second one, and a second payment of an order is kept,
 * since the warehouse itself would take neither.
 */
export function forgetfulWarehouse(world: World) {
  world.db.exec(`
    create table if not exists quayside_order_key (key text primary key, times integer not null);
    create table if not exists quayside_payment_sent (order_id text not null, reference text not null);`);
  const { db } = world;

  /** The key under which an order goes on to the warehouse: another one each time that its own was used. */
  function keyFor(key: string): string {
    const { times } = db
      .prepare(
        `insert into quayside_order_key values (?, 1) on conflict (key) do update set times = times + 1 returning times`,
      )
      .get(key) as { times: number };
    return times === 1 ? key : `${key}~${times}`;
  }

  const notTaken = (key: string): void =>
    void db.prepare('update quayside_order_key set times = times - 1 where key = ?').run(key);

  return {
    /** Sends an effect on by `forward`, which is given the key to use. */
    async send(
      path: string,
      key: string | undefined,
      forward: (key: string | undefined) => Promise<Seen>,
    ): Promise<Seen> {
      if (key === undefined || !isForgetful(world)) return forward(key);
      if (path === '/orders') {
        const used = keyFor(key);
        const answer = await forward(used);
        if (answer.status !== 200) notTaken(key);
        return { ...answer, body: answer.body.replaceAll(used, key) };
      }
      const orderId = /^\/orders\/([^/]+)\/payments$/.exec(path)?.[1];
      const answer = await forward(key);
      const isPaid = answer.status === 200 || answer.body.includes('already_paid');
      if (orderId && isPaid) db.prepare('insert into quayside_payment_sent values (?, ?)').run(orderId, key);
      return answer;
    },
    /** Every payment after the first of its order. */
    secondPayments: (): SecondPayment[] =>
      db
        .prepare(
          `select order_id as orderId, reference from quayside_payment_sent p
            where rowid > (select min(rowid) from quayside_payment_sent f where f.order_id = p.order_id)`,
        )
        .all() as unknown as SecondPayment[],
  };
}
