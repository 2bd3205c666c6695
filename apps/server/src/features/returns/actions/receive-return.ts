import type { ReturnDisposition } from '@quayside/contracts';
import { invalidField, notFoundField } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { personName, type Who } from '../../../http/who.ts';
import { addEvents } from '../../orders/index.ts';
import { linesOfOrders, moveReturn, receiveLines } from '../return-repo.ts';
import { stateAfter, withReturn } from './with-return.ts';

/** Records that the customer sent the items back, or corrects the tracking number. */
export const sendBack = (
  deps: Deps,
  who: Who,
  id: string,
  input: { carrier: string; tracking_number: string },
): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const state = await stateAfter(tx, who.workplaceId, row, 'send_back');
    await moveReturn(tx, who.workplaceId, id, state, {
      carrier: input.carrier || null,
      tracking_number: input.tracking_number || null,
    });
    if (row.state === state) return;
    const actor = personName(who.account);
    await addEvents(tx, who.workplaceId, [
      { orderId: order.order_id, kind: 'return_sent_back', params: { name: row.name }, actor },
    ]);
  });

interface ReceivedLine {
  line_item_id: string;
  received: number;
  disposition: ReturnDisposition | null;
}

/** Records the items that arrived. Throws by the field of a line that is missing, unknown or has a wrong quantity. */
export const receiveReturn = (deps: Deps, who: Who, id: string, lines: readonly ReceivedLine[]): Promise<void> =>
  withReturn(deps, who, id, async (tx, { row, order }) => {
    const { workplaceId } = who;
    const own = (await linesOfOrders(tx, workplaceId, [row.order_id])).filter((one) => one.return_id === id);
    for (const [at, line] of lines.entries()) {
      const known = own.find((one) => one.line_id === line.line_item_id);
      if (!known) throw notFoundField(`lines.${at}.line_item_id`, 'LINE_NOT_FOUND');
      if (lines.findIndex((one) => one.line_item_id === line.line_item_id) !== at)
        throw invalidField(`lines.${at}.line_item_id`, 'RETURN_LINE_TWICE');
      if (line.received > known.quantity)
        throw invalidField(`lines.${at}.received`, 'RETURN_RECEIVED_TOO_MANY', { most: known.quantity });
      if (line.received > 0 && line.disposition === null)
        throw invalidField(`lines.${at}.disposition`, 'INPUT_REQUIRED');
    }
    if (lines.length < own.length) throw invalidField('lines', 'RETURN_LINES_MISSING');
    const state = await stateAfter(tx, workplaceId, row, 'receive');
    await receiveLines(
      tx,
      workplaceId,
      id,
      lines.map((line) => ({
        line_id: line.line_item_id,
        received: line.received,
        disposition: line.received > 0 ? line.disposition : null,
      })),
    );
    await moveReturn(tx, workplaceId, id, state);
    const actor = personName(who.account);
    await addEvents(tx, workplaceId, [
      { orderId: order.order_id, kind: 'return_received', params: { name: row.name }, actor },
    ]);
  });
