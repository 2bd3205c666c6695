import { createHash } from 'node:crypto';
import type { World } from '../core/world.ts';

/** What passes of a message: its signature is over its bytes, which stay as they are. */
const PASSED = ['content-type', 'quayside-signature'] as const;

/** Messages of the warehouse to its customers: they go through the sandbox's outbox, where its faults strike. */
export interface Hooks {
  /** A wish for messages as the warehouse gets it: with an address here in the place of the customer's. */
  through(body: string): string;
  /** Passes a message on; false where nobody is known by this key. */
  pass(key: string, headers: Record<string, unknown>, body: string): boolean;
}

export function warehouseHooks(world: World): Hooks {
  world.db.exec('create table if not exists quayside_hook (key text primary key, url text not null)');
  const insert = world.db.prepare('insert into quayside_hook values (?, ?) on conflict do nothing');
  const find = world.db.prepare('select url from quayside_hook where key = ?');
  return {
    through(body) {
      let wish: unknown;
      try {
        wish = JSON.parse(body);
      } catch {
        return body;
      }
      if (typeof wish !== 'object' || wish === null || !('address' in wish) || typeof wish.address !== 'string')
        return body;
      const key = createHash('sha256').update(wish.address).digest('hex').slice(0, 40);
      insert.run(key, wish.address);
      return JSON.stringify({ ...wish, address: `${world.baseUrl()}/quayside/hook/${key}` });
    },
    pass(key, headers, body) {
      const row = find.get(key);
      if (!row) return false;
      const passed = PASSED.flatMap((name) => {
        const value = headers[name];
        return typeof value === 'string' ? [[name, value] as const] : [];
      });
      world.webhooks.send({
        standIn: 'quayside',
        url: String(row.url),
        headers: Object.fromEntries(passed),
        body,
        accepts: { from: 200, to: 200 },
      });
      return true;
    },
  };
}
