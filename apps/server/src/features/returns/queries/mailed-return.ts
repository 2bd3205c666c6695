import { money } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { findSoldLines } from '../../orders/index.ts';
import type { MailedReturn } from '../../shopper-mail/index.ts';
import { refundsOfReturns } from '../refund-repo.ts';
import { findReturn, linesOfOrders } from '../return-repo.ts';
import { findSetting } from '../setting-repo.ts';

/** A return as the emails about it describe it. */
export async function findMailedReturn(
  ex: Executor,
  workplaceId: string,
  returnId: string,
): Promise<MailedReturn | undefined> {
  const row = await findReturn(ex, workplaceId, returnId);
  if (!row) return undefined;
  const own = (await linesOfOrders(ex, workplaceId, [row.order_id])).filter((one) => one.return_id === returnId);
  const lines = await findSoldLines(ex, workplaceId, [row.order_id]);
  const { setting } = await findSetting(ex, workplaceId, row.store_id);
  const refund = (await refundsOfReturns(ex, workplaceId, [returnId])).find((one) => one.state === 'done');
  return {
    state: row.state,
    name: row.name,
    returnKind: row.kind,
    customerKeeps: row.customer_keeps,
    address: row.address,
    sendBackBy: row.send_back_by,
    instructions: [setting.instructions, row.instructions],
    items: own.flatMap((one) => {
      const line = lines.find((other) => other.line_id === one.line_id);
      return line ? [{ title: line.title, variantTitle: line.variant_title, quantity: one.quantity }] : [];
    }),
    note: row.decision_note ?? '',
    amount: refund ? money(refund.amount, refund.currency) : null,
    paysBack: refund?.method === 'gateway',
  };
}
