import { AppError, notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { markOpenWork } from '../../../jobs/effect/open-work.ts';
import { publish } from '../../../live/publish.ts';
import { ORDER_EDIT_STOPPED } from '../../../states/order-edit.ts';
import { lockOrder } from '../../orders/index.ts';
import { dropEdit, findEdit, reopenEdit } from '../edit-repo.ts';
import { writeEditJob } from '../jobs.ts';
import { joinNotes } from '../rules/judge-edit.ts';

/**
 * Decides about a change that failed or is in conflict. Returns its order. Throws ORDER_EDIT_NOT_FOUND and
 * ORDER_EDIT_DECIDED.
 */
export const resolveEdit = (deps: Deps, who: Who, editId: string, choice: 'drop' | 'write' | 'both'): Promise<string> =>
  deps.db.tenant(who.scope, async (tx) => {
    const { workplaceId } = who;
    const found = await findEdit(tx, workplaceId, editId);
    if (!found) throw notFound('ORDER_EDIT_NOT_FOUND');
    const orderId = found.order_id;
    await lockOrder(tx, workplaceId, orderId);
    const edit = await findEdit(tx, workplaceId, editId);
    const isConflict = edit?.state === 'conflict';
    if (!edit || !ORDER_EDIT_STOPPED.includes(edit.state) || (choice === 'both' && !isConflict))
      throw new AppError('BAD_REQUEST', 'ORDER_EDIT_DECIDED');
    if (choice === 'drop') await dropEdit(tx, workplaceId, editId);
    else {
      const theirs = edit.store_text ?? edit.seen;
      const text = choice === 'both' ? joinNotes(theirs, edit.text) : edit.text;
      await reopenEdit(tx, workplaceId, editId, { text, seen: theirs });
      await markOpenWork(tx, who.scope);
      const { accountId } = who.scope;
      await deps.queue.send(tx, writeEditJob, { accountId, workplaceId, editId, storeId: edit.store_id });
    }
    await publish(tx, workplaceId, 'orders', [orderId]);
    return orderId;
  });
