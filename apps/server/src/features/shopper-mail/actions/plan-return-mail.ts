import type { ReturnMailKind } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import type { OrderRow } from '../../orders/index.ts';
import { sendShopperMailJob } from '../jobs/shopper-mail-jobs.ts';
import { insertMail } from '../mail-repo.ts';
import { emailOf } from '../rules/shopper.ts';

/** Writes the email for a step of a return, in the transaction of that step: once for each return and kind. */
export async function planReturnMail(
  tx: Executor,
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  { accountId, workplaceId }: WorkplaceScope,
  order: OrderRow,
  { returnId, kind }: { returnId: string; kind: ReturnMailKind },
): Promise<void> {
  if (order.erased_at || !emailOf(order)) return;
  const mailId = newId();
  const row = { mail_id: mailId, order_id: order.order_id, store_id: order.store_id, return_id: returnId, kind };
  if (!(await insertMail(tx, workplaceId, { ...row, shipment_id: null, at: clock.now() }))) return;
  await markOpenWork(tx, { accountId, workplaceId });
  await queue.send(tx, sendShopperMailJob, { accountId, workplaceId, mailId });
}
