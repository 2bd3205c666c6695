import type { ReturnKind } from '@quayside/contracts';
import { invalidField, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { addEvents, findSoldLines } from '../../orders/index.ts';
import { planReturnMail } from '../../shopper-mail/index.ts';
import { findAddress, listAddresses } from '../address-repo.ts';
import { linesOfOrders, moveReturn } from '../return-repo.ts';
import { pickAddress } from '../rules/addresses.ts';
import { addDays } from '../rules/window.ts';
import { findSetting } from '../setting-repo.ts';
import type { AddressRow, ReturnRow } from '../tables.ts';
import { stateAfter, withReturn } from './with-return.ts';

export interface Approval {
  kind?: ReturnKind | undefined;
  customer_keeps: boolean;
  return_address_id?: string | undefined;
  instructions: string;
}

/** The address that is proposed for a return; undefined: there is none. */
export async function proposedAddress(
  ex: Executor,
  workplaceId: string,
  row: Pick<ReturnRow, 'return_id' | 'order_id' | 'store_id'>,
): Promise<AddressRow | undefined> {
  const own = (await linesOfOrders(ex, workplaceId, [row.order_id])).filter((one) => one.return_id === row.return_id);
  const lines = await findSoldLines(ex, workplaceId, [row.order_id]);
  const sources = own.map((one) => lines.find((line) => line.line_id === one.line_id)?.source ?? null);
  return pickAddress(await listAddresses(ex, workplaceId), { storeId: row.store_id, sources });
}

/** The chosen address, or the proposed one. Throws by the field where there is none. */
export async function chosenAddress(
  ex: Executor,
  workplaceId: string,
  row: ReturnRow,
  id: string | undefined,
): Promise<AddressRow> {
  if (id === undefined) {
    const proposed = await proposedAddress(ex, workplaceId, row);
    if (!proposed) throw invalidField('return_address_id', 'RETURN_ADDRESS_NEEDED');
    return proposed;
  }
  const found = await findAddress(ex, workplaceId, id);
  if (!found || (found.store_id !== null && found.store_id !== row.store_id))
    throw notFoundField('return_address_id', 'RETURN_ADDRESS_NOT_FOUND');
  return found;
}

/** Approves a return; the customer gets the instructions by email. */
export const approveReturn = (deps: Deps, who: Who, id: string, input: Approval): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const { workplaceId } = who;
    const state = await stateAfter(tx, workplaceId, row, 'approve');
    const address = input.customer_keeps
      ? null
      : (await chosenAddress(tx, workplaceId, row, input.return_address_id)).address;
    const { setting } = await findSetting(tx, workplaceId, row.store_id);
    await moveReturn(tx, workplaceId, id, state, {
      kind: input.kind ?? row.kind,
      customer_keeps: input.customer_keeps,
      address,
      instructions: input.instructions,
      send_back_by: input.customer_keeps ? null : addDays(deps.clock.now(), setting.send_back_days),
    });
    const actor = personName(who.account);
    await addEvents(tx, workplaceId, [
      { orderId: order.order_id, kind: 'return_approved', params: { name: row.name }, actor },
    ]);
    await planReturnMail(tx, deps, who.scope, order, { returnId: id, kind: 'return_approved' });
  });

/** Rejects a return; the customer gets the reason by email. */
export const rejectReturn = (deps: Deps, who: Who, id: string, note: string): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const state = await stateAfter(tx, who.workplaceId, row, 'reject');
    await moveReturn(tx, who.workplaceId, id, state, { decision_note: note });
    const actor = personName(who.account);
    await addEvents(tx, who.workplaceId, [
      { orderId: order.order_id, kind: 'return_rejected', params: { name: row.name }, actor },
    ]);
    await planReturnMail(tx, deps, who.scope, order, { returnId: id, kind: 'return_rejected' });
  });

/** Ends a return without refund or exchange: canceled before its items arrived, closed afterwards. */
export const endReturn = (deps: Deps, who: Who, id: string, move: 'cancel' | 'close', note: string): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const state = await stateAfter(tx, who.workplaceId, row, move);
    await moveReturn(tx, who.workplaceId, id, state, { decision_note: note });
    const kind = move === 'cancel' ? 'return_canceled' : 'return_closed';
    const actor = personName(who.account);
    await addEvents(tx, who.workplaceId, [{ orderId: order.order_id, kind, params: { name: row.name }, actor }]);
  });
