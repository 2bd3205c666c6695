import type { SupplierOrder } from '@quayside/connector-kit';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { type Db, sql } from '../../db/index.ts';
import type { Owner, TradeWorld } from './trade-world.ts';

let orders = 1;

/** A new owner's order of two lines, bought and paid at our own warehouse, whose books hold nothing else. */
export async function paidOrder(
  db: Db,
  world: TradeWorld,
  funds: number,
): Promise<{ owner: Owner; orderId: string; made: SupplierOrder }> {
  const { books } = world.own;
  const owner = await world.owner(funds);
  books.orders.length = 0;
  books.payments.length = 0;
  await db.global((tx) => tx.run(sql`delete from test_job`));
  orders += 1;
  const orderId = await world.request(owner, fakeOrder(orders));
  await world.settle(owner);
  const [made] = books.orders;
  if (!made || books.payments.length !== 1) throw new Error('the order was not bought');
  return { owner, orderId, made };
}
