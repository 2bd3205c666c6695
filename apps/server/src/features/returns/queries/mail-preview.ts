import type { ReturnMailKind } from '@quayside/contracts';
import { money, notFound } from '@quayside/kernel';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import type { Who } from '../../../http/who.ts';
import { findTrackingPage } from '../../fulfilment/index.ts';
import { findOrder } from '../../orders/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import { returnLetterFrame, writeReturnLetter } from '../../shopper-mail/index.ts';
import { type Approval, chosenAddress } from '../actions/decide-return.ts';
import { findReturn } from '../return-repo.ts';
import { addDays } from '../rules/window.ts';
import { findSetting } from '../setting-repo.ts';
import { findMailedReturn } from './mailed-return.ts';

interface Wanted extends Approval {
  mail: ReturnMailKind;
  note: string;
  amount?: number | undefined;
}

/** An email about a return, written by the code that sends, with what a person is about to decide. */
export async function previewReturnMail(deps: Deps, who: Who, id: string, wanted: Wanted) {
  const inPlan = await hasOrderTracking(deps, who.scope.accountId);
  return deps.db.read(who.scope, async (ex) => {
    const { workplaceId } = who;
    const row = await findReturn(ex, workplaceId, id);
    const order = row && (await findOrder(ex, workplaceId, row.order_id));
    const known = order && (await findMailedReturn(ex, workplaceId, id));
    if (!row || !order || !known) throw notFound('RETURN_NOT_FOUND');
    const frame = await returnLetterFrame(ex, { findPage: findTrackingPage }, workplaceId, order, inPlan);
    const { setting } = await findSetting(ex, workplaceId, row.store_id);
    const isRequested = row.state === 'requested';
    const approval =
      wanted.mail === 'return_approved' && isRequested
        ? {
            returnKind: wanted.kind ?? row.kind,
            customerKeeps: wanted.customer_keeps,
            address: wanted.customer_keeps
              ? null
              : (await chosenAddress(ex, workplaceId, row, wanted.return_address_id)).address,
            sendBackBy: addDays(deps.clock.now(), setting.send_back_days),
            instructions: [setting.instructions, wanted.instructions],
          }
        : {};
    const amount = wanted.amount === undefined ? known.amount : money(wanted.amount, order.currency);
    const letter = writeReturnLetter(frame, {
      ...known,
      ...approval,
      kind: wanted.mail,
      note: wanted.note || known.note,
      amount,
      paysBack: known.amount ? known.paysBack : true,
    });
    const to = order.erased_at ? null : frame.shopper.email || null;
    const obstacle =
      order.mode === 'sandbox' ? 'SHOPPER_MAIL_WHY_SANDBOX' : deps.config.mail ? null : 'SHOPPER_MAIL_WHY_NO_SERVER';
    return {
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      to,
      obstacle: obstacle ? say(who.locale, obstacle) : null,
    };
  });
}
