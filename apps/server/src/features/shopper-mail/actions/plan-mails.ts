import type { ShipmentStateName } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { findSending } from '../../../sending/index.ts';
import type { OrderRow } from '../../orders/index.ts';
import { sendShopperMailJob } from '../jobs/shopper-mail-jobs.ts';
import { insertMail } from '../mail-repo.ts';
import { isAwaited } from '../rules/judge.ts';
import { getKinds, isNews } from '../rules/kinds.ts';
import { emailOf } from '../rules/shopper.ts';
import { findSetting } from '../setting-repo.ts';

/** A parcel's change of state. `before`: undefined for a new parcel. */
export interface ParcelChange {
  shipmentId: string;
  before: ShipmentStateName | undefined;
  after: ShipmentStateName;
  /** When it happened, ISO 8601. */
  at: string;
}

/** Writes the emails for some changes, in the transaction that saves them: once for each parcel and kind. */
export async function planMails(
  tx: Executor,
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  { accountId, workplaceId }: WorkplaceScope,
  order: OrderRow,
  changes: readonly ParcelChange[],
): Promise<void> {
  const wanted = changes.filter(({ before, after }) => getKinds(before, after).length > 0);
  if (wanted.length === 0 || !isAwaited(order) || !emailOf(order)) return;
  const { since } = await findSetting(tx, workplaceId, order.store_id);
  if (Object.values(since).every((time) => time === null)) return;
  const { restoredAt } = await findSending(tx);
  const now = clock.now();
  for (const { shipmentId, before, after, at } of wanted) {
    const kind = getKinds(before, after).find((one) => since[one] !== null);
    const from = kind && since[kind];
    if (!kind || !from || !isNews(at, { now, since: from, restoredAt })) continue;
    const mailId = newId();
    const row = { mail_id: mailId, order_id: order.order_id, store_id: order.store_id, shipment_id: shipmentId, kind };
    const about = { ...row, return_id: null };
    if (!(await insertMail(tx, workplaceId, { ...about, at: now }))) continue;
    await markOpenWork(tx, { accountId, workplaceId });
    await queue.send(tx, sendShopperMailJob, { accountId, workplaceId, mailId });
  }
}
