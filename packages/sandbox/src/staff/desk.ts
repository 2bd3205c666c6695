import { request as send } from 'undici';
import { z } from 'zod';
import type { World } from '../core/world.ts';

/** The staff's side of the warehouse's interface, as the robot uses it with its key. */
const order = z.looseObject({
  id: z.string(),
  state: z.string(),
  shipping_service: z.string(),
  lines: z.array(z.looseObject({ line_no: z.int(), quantity: z.int(), shipped: z.int(), state: z.string() })),
  parcels: z.array(z.looseObject({ id: z.string(), state: z.string(), shipped_at: z.string() })),
});
export type DeskOrder = z.output<typeof order>;
const page = z.object({ items: z.array(order), next_cursor: z.string().nullable() });

/** done: the warehouse did it. refused: it never will (somebody else did it, or the order is cancelled). later: ask again. */
export type Outcome<T> = { is: 'done'; data: T } | { is: 'refused'; why: string } | { is: 'later' };

export interface Desk {
  orders(states: string[], cursor?: string): Promise<Outcome<z.output<typeof page>>>;
  pack(orderId: string): Promise<Outcome<DeskOrder>>;
  ship(orderId: string, parcel: object): Promise<Outcome<DeskOrder>>;
  event(parcelId: string, event: object): Promise<Outcome<unknown>>;
}

export const STAFF_KEY = 'quayside.staff_key';
const PATIENCE_MS = 10_000;

export function getDesk(world: World, target: string, key: string): Desk {
  async function ask<S extends z.ZodType>(
    method: 'GET' | 'POST',
    path: string,
    schema: S,
    body?: object,
  ): Promise<Outcome<z.output<S>>> {
    try {
      const answer = await send(`${target}/staff${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, ...(body ? { 'content-type': 'application/json' } : {}) },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      const text = await answer.body.text();
      if (answer.statusCode === 409 || answer.statusCode === 404 || answer.statusCode === 422)
        return { is: 'refused', why: text };
      const parsed = answer.statusCode === 200 ? schema.safeParse(JSON.parse(text)) : undefined;
      if (parsed?.success) return { is: 'done', data: parsed.data };
      world.log(`staff: ${method} ${path}: ${answer.statusCode} ${text.slice(0, 300)}`);
    } catch (error) {
      // The server is down or restarting: the work waits.
      world.log(`staff: ${method} ${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { is: 'later' };
  }
  return {
    orders: (states, cursor) =>
      ask('GET', `/orders?states=${states.join(',')}&size=100${cursor ? `&cursor=${cursor}` : ''}`, page),
    pack: (orderId) => ask('POST', `/orders/${orderId}/pack`, order, {}),
    ship: (orderId, parcel) => ask('POST', `/orders/${orderId}/parcels`, order, parcel),
    event: (parcelId, event) => ask('POST', `/parcels/${parcelId}/events`, z.unknown(), event),
  };
}
