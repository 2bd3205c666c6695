import { noteFlag } from '../../accounts/index.ts';
import { notify } from '../../notifications/index.ts';
import { findOrders } from '../../orders/index.ts';
import { pastPayments } from '../../purchasing/index.ts';
import { insertPastTransactions, type PastTransaction } from '../../wallet/index.ts';
import { createPaidCheckouts } from './counterparts.ts';
import type { Making } from './making.ts';
import { randomOf } from './random.ts';
import { topupsFor } from './wallet.ts';

/** The posting of the money that the wallet begins with. */
export const DEMO_BONUS = 'bonus:demo';

/** Noted with its last transaction. */
export const HISTORY_MADE = 'demo:history-made';

/** Books the payments of what was bought, with the top-ups that paid for it. */
export async function saveMoney(making: Making, since: string, seed: string): Promise<void> {
  const { bonus, deps, sandboxUrl, scope } = making;
  const { accountId, workplaceId } = scope;
  const paid = await deps.db.read(scope, (ex) => pastPayments(ex, workplaceId));
  const orders = await deps.db.read(scope, (ex) =>
    findOrders(
      ex,
      workplaceId,
      paid.map((one) => one.order_id),
    ),
  );
  const names = new Map(orders.map((order) => [order.order_id, order.name]));
  const payments = paid.map((one) => ({
    kind: 'payment' as const,
    at: one.paid_at,
    key: one.payment_reference,
    amount: one.total_cost,
    supplier: one.supplier,
    reference: {
      order: names.get(one.order_id) ?? '',
      supplier: one.supplier,
      supplier_order_id: one.supplier_order_id,
      order_no: one.order_number,
    },
  }));
  const topups = topupsFor(payments, bonus, randomOf(`${seed} wallet`));
  const references = await createPaidCheckouts(
    sandboxUrl,
    seed,
    `${deps.config.ownUrl}/app/setting/wallet`,
    topups.map(({ amount, at, id }) => ({ reference: id, amount, at })),
  );
  const moves: PastTransaction[] = [
    { kind: 'bonus', at: since, key: DEMO_BONUS, amount: bonus },
    ...topups.map(({ amount, at, id }, index) => ({
      kind: 'topup' as const,
      at,
      topupId: id,
      provider: 'stripe',
      providerRef: references[index] ?? '',
      amount,
    })),
    ...payments,
  ];
  await deps.db.tenant(scope, async (tx) => {
    await noteFlag(tx, accountId, HISTORY_MADE, { at: deps.clock.now() });
    await insertPastTransactions(tx, { accountId, workplaceId, mode: 'sandbox' }, moves);
    await notify(
      tx,
      workplaceId,
      topups.map(({ amount, at, id }) => ({
        kind: 'topped_up' as const,
        isSandbox: true,
        params: { amount: `${(amount / 100).toFixed(2)} USD` },
        once: id,
        at,
      })),
    );
  });
}
