import { type Money, newId, newToken } from '@quayside/kernel';
import { hashToken } from '@quayside/server/src/http/session.ts';
import type { Client } from '@quayside/server/src/testing/app/test-app.ts';
import { until } from '@quayside/testing/waiting.ts';
import type { CjBook } from './books.ts';
import { isOver, placeUnpaid, untilBought } from './disturbances.ts';
import type { Installation } from './installation.ts';
import { few, purchasesOf, type Scene } from './scene.ts';
import { DRILL_OPERATOR } from './setup.ts';
import { enter, must } from './shop-world.ts';

/** Claims the operator's account by a link of the drill's own, since a start prints its link into the log. */
async function claimOperator(quayside: Installation): Promise<Client> {
  const id = newId();
  const code = newToken(32);
  await quayside.rows(
    `insert into operator_claim (claim_id, email, code_hash, expires_at, mailed) values ($1, $2, $3, now() + interval '1 hour', true)`,
    [id, DRILL_OPERATOR, hashToken(code)],
  );
  return enter(quayside.url, '/auth/operator/claim', { id, code });
}

interface Paid {
  supplier_order_id: string;
  order_id: string;
  reference: string;
  source_order_no: string;
}

/** Paid orders that CJ alone has to send. */
const paidOrders = ({ quayside, client }: Scene, most: number): Promise<Paid[]> =>
  quayside.rows<Paid>(
    `select p.supplier_order_id, p.order_id, p.reference, p.source_order_no from supplier_order p
     where p.workplace_id = $1 and p.supplier = 'cj' and p.state = 'placed' and p.pay_state = 'paid' and not exists
       (select 1 from supplier_order o where o.workplace_id = $1 and o.order_id = p.order_id
         and o.supplier_order_id <> p.supplier_order_id)
     order by p.order_id limit $2`,
    [client.workplaceId, most],
  );

/** The sum that operators see as pending of an order, once we have read all of them at CJ. */
const pendingSum = (
  { client, quayside, log }: Scene,
  operator: Client,
  one: Paid,
  all: readonly Paid[],
): Promise<Money> =>
  until(
    `the refund of ${one.reference} to be pending`,
    async () => {
      await quayside.settled();
      const find = async () => {
        const { data } = await operator.call('GET /operator/pending-refunds', { query: { page_size: 100 } });
        return data?.items.find((row) => row.id === one.supplier_order_id)?.pending;
      };
      const found = await find();
      if (found) return found;
      const body = { order_ids: all.map((row) => row.order_id) };
      await client.call('POST /orders/v4/sync-status', { body }).catch(() => undefined);
      return find();
    },
    { forMs: 300_000, everyMs: 1_000, seen: () => paidState(quayside, one), log },
  );

const paidState = (quayside: Installation, { supplier_order_id: id }: Paid) =>
  quayside.rows<{ state: string; pay_state: string; remote_state: string }>(
    'select state, pay_state, remote_state from supplier_order where supplier_order_id = $1',
    [id],
  );

/** CJ cancels some paid orders before anything leaves; an operator finds the refunds in our balance there and confirms them. */
export async function cancelAtSupplier(scene: Scene): Promise<void> {
  const { quayside, sandbox, log } = scene;
  const rows = await paidOrders(scene, few(scene));
  if (rows.length === 0) throw new Error('no paid order is at CJ alone');
  const operator = await claimOperator(quayside);
  for (const one of await purchasesOf(
    scene,
    rows.map((row) => row.order_id),
  ))
    one.fate = 'refunded';
  for (const one of rows) await sandbox.post('/cj/setup/orders/cancel', { orderNumber: one.reference });
  const { refunds } = await sandbox.book<CjBook>('cj');
  for (const one of rows) {
    const { amount } = await pendingSum(scene, operator, one, rows);
    const returned = refunds.filter((refund) => refund.orderId === one.source_order_no);
    if (returned.length !== 1 || returned[0]?.amount !== amount)
      throw new Error(`${amount} is pending of ${one.reference}, CJ returned ${JSON.stringify(returned)}`);
    await must(operator, 'POST /operator/pending-refunds/{supplier_order_id}/confirm', {
      params: { supplier_order_id: one.supplier_order_id },
      body: { pending: amount, amount, idempotency_key: `drill-${one.supplier_order_id}` },
    });
    const [now] = await paidState(quayside, one);
    if (now?.state !== 'cancelled' || now.pay_state !== 'refunded')
      throw new Error(`${one.reference} is ${JSON.stringify(now)} after its refund was confirmed`);
  }
  log(`${rows.length} paid orders were cancelled by CJ, their refunds confirmed`);
}

/** CJ cancels some orders that are placed there and not paid. */
export async function cancelBeforePayment(scene: Scene, ids: readonly string[]): Promise<void> {
  const { client, quayside, sandbox, log } = scene;
  await placeUnpaid(scene, ids);
  for (const one of await purchasesOf(scene, ids)) one.fate = 'refused';
  const rows = await quayside.rows<{ reference: string }>(
    'select reference from supplier_order where workplace_id = $1 and order_id = any($2)',
    [client.workplaceId, ids],
  );
  for (const { reference } of rows) await sandbox.post('/cj/setup/orders/cancel', { orderNumber: reference });
  // CJ may not tell, and reading an order there may fail: an owner who waits for it presses the button again.
  const sync = () =>
    client.call('POST /orders/v4/sync-status', { body: { order_ids: [...ids] } }).catch(() => undefined);
  await untilBought(scene, 'orders that CJ cancelled to end', ids, isOver('refused'), sync);
  log(`${ids.length} unpaid orders were cancelled by CJ`);
}
