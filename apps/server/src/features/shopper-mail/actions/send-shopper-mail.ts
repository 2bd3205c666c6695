import type { ShopperMailKind } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { findSending, refuseWhileHeld } from '../../../sending/index.ts';
import { findStore } from '../../connections/index.ts';
import { isSurelyUnsent, type Post, toRefusal } from '../../mail/index.ts';
import { addEvents, lockOrder, type OrderRow } from '../../orders/index.ts';
import { hasOrderTracking } from '../../plans/index.ts';
import {
  claimMail,
  endMail,
  findMail,
  giveUp,
  isBeingSent,
  type MailRow,
  type ParcelMail,
  type ReturnMail,
} from '../mail-repo.ts';
import type { MailedParcel, ShopperMailPorts } from '../ports.ts';
import { hashAddress } from '../rules/address.ts';
import { judge, type Verdict } from '../rules/judge.ts';
import { judgeReturn } from '../rules/judge-return.ts';
import { getShopperLanguage } from '../rules/language.ts';
import { emailOf, nameOf } from '../rules/shopper.ts';
import { findSetting, type HeldSetting, isUnsubscribed, settleHashKey } from '../setting-repo.ts';
import { endUrl } from './mailing.ts';
import { type LetterFrame, type WrittenLetter, writeLetter } from './write-letter.ts';
import { writeReturnLetter } from './write-return-letter.ts';

export const obstacleOf = ({ config }: Pick<Deps, 'config'>): 'no_server' | 'no_url' | null => {
  if (!config.mail) return 'no_server';
  // Shoppers can't open a page of this machine.
  return config.appUrl ? null : 'no_url';
};

interface Ready {
  letter: WrittenLetter;
  to: string;
  setting: HeldSetting;
  /** Unsubscribe link; undefined: of an email that the shopper asked for. */
  ends: string | undefined;
}

/** The frame of an email about a return. The owner's brand is part of the plan, the email itself is not. */
export async function returnLetterFrame(
  ex: Executor,
  ports: Pick<ShopperMailPorts, 'findPage'>,
  workplaceId: string,
  order: OrderRow,
  inPlan: boolean,
): Promise<LetterFrame> {
  const setting = await findSetting(ex, workplaceId, order.store_id);
  const store = await findStore(ex, workplaceId, order.store_id);
  return {
    language: getShopperLanguage(order.customer_locale, setting.language),
    storeName: store?.store_name ?? '',
    page: inPlan ? await ports.findPage(ex, workplaceId) : undefined,
    orderName: order.name,
    shopper: { name: nameOf(order), email: emailOf(order) ?? '' },
  };
}

/** Writes the email of a parcel with current facts. */
export async function writeFor(
  tx: Executor,
  deps: Deps,
  ports: ShopperMailPorts,
  workplaceId: string,
  row: { kind: ShopperMailKind; store_id: string },
  facts: { order: OrderRow; parcel: MailedParcel; to: string; hash: string },
): Promise<Ready> {
  const { order, parcel, to } = facts;
  const setting = await findSetting(tx, workplaceId, row.store_id);
  const store = await findStore(tx, workplaceId, row.store_id);
  const ends = endUrl(deps, row.store_id, facts.hash);
  const letter = writeLetter({
    kind: row.kind,
    language: getShopperLanguage(order.customer_locale, setting.language),
    storeName: store?.store_name ?? '',
    page: await ports.findPage(tx, workplaceId),
    orderName: order.name,
    carrier: parcel.carrier,
    trackingNumber: parcel.tracking_number,
    shopper: { name: nameOf(order), email: to },
    trackUrl: `${deps.config.ownUrl}/tracking/${order.public_tracking_id}`,
    endUrl: ends,
  });
  return { letter, to, setting, ends };
}

type Decided = { ready: Ready } | { verdict: Verdict };

/** Decides about a parcel's email, and writes it. */
async function decideParcel(
  tx: Executor,
  deps: Deps,
  ports: ShopperMailPorts,
  workplaceId: string,
  row: ParcelMail,
  { order, inPlan }: { order: OrderRow | undefined; inPlan: boolean },
): Promise<Decided> {
  const [parcel] = await ports.findParcels(tx, workplaceId, [row.shipment_id]);
  const to = order && emailOf(order);
  const setting = await findSetting(tx, workplaceId, row.store_id);
  const hash = to ? hashAddress(await settleHashKey(tx, deps, workplaceId, row.store_id), to) : '';
  const verdict = judge(
    {
      kind: row.kind,
      created_at: row.created_at,
      order,
      parcel: parcel?.state,
      address: to,
      since: setting.since[row.kind],
      inPlan,
      isUnsubscribed: await isUnsubscribed(tx, workplaceId, row.store_id, hash),
      obstacle: obstacleOf(deps),
      restoredAt: (await findSending(tx)).restoredAt,
    },
    deps.clock.now(),
  );
  if (verdict) return { verdict };
  if (!order || !parcel || !to) throw new Error('facts of the email not found');
  return { ready: await writeFor(tx, deps, ports, workplaceId, row, { order, parcel, to, hash }) };
}

/** Decides about the email of a return, and writes it. */
async function decideReturn(
  tx: Executor,
  deps: Deps,
  ports: ShopperMailPorts,
  workplaceId: string,
  row: ReturnMail,
  { order, inPlan }: { order: OrderRow | undefined; inPlan: boolean },
): Promise<Decided> {
  const found = await ports.findReturn(tx, workplaceId, row.return_id);
  const to = order && emailOf(order);
  const verdict = judgeReturn(
    {
      kind: row.kind,
      created_at: row.created_at,
      order,
      state: found?.state,
      address: to,
      obstacle: obstacleOf(deps),
      restoredAt: (await findSending(tx)).restoredAt,
    },
    deps.clock.now(),
  );
  if (verdict) return { verdict };
  if (!order || !found || !to) throw new Error('facts of the email not found');
  const frame = await returnLetterFrame(tx, ports, workplaceId, order, inPlan);
  const letter = writeReturnLetter(frame, { ...found, kind: row.kind });
  return { ready: { letter, to, setting: await findSetting(tx, workplaceId, row.store_id), ends: undefined } };
}

/** Claims an email and decides. undefined: nothing is left to do. */
async function take(
  tx: Executor,
  deps: Deps,
  ports: ShopperMailPorts,
  here: WorkplaceScope,
  mailId: string,
  claim: { token: string; inPlan: boolean },
): Promise<({ row: MailRow } & Decided) | undefined> {
  const { workplaceId } = here;
  const found = await findMail(tx, workplaceId, mailId);
  // First, as a move of the store does: either it sees the claim, or the email has moved before.
  const order = found && (await lockOrder(tx, workplaceId, found.order_id));
  const row = await claimMail(tx, workplaceId, mailId, claim.token);
  if (!row) return undefined;
  // Throwing undoes the claim.
  await refuseWhileHeld(tx, { workplaceId, storeId: row.store_id });
  const about = { order, inPlan: claim.inPlan };
  const decided =
    row.return_id === null
      ? await decideParcel(tx, deps, ports, workplaceId, row, about)
      : await decideReturn(tx, deps, ports, workplaceId, row, about);
  return { row, ...decided };
}

/** Records an email's outcome in the order's timeline: kind and time, never the address. */
async function note(tx: Executor, workplaceId: string, row: MailRow, state: string, reason: string | null) {
  await publish(tx, workplaceId, 'orders', [row.order_id]);
  if (state === 'dropped' || state === 'waiting') return;
  const params = { mail: `SHOPPER_MAIL_KIND_${row.kind.toUpperCase()}`, state, ...(reason ? { reason } : {}) };
  await addEvents(tx, workplaceId, [{ orderId: row.order_id, kind: 'shopper_mail', params }]);
}

const UNKNOWN = 'SHOPPER_MAIL_WHY_UNKNOWN';

/**
 * Hands one email to the mail server: claimed and judged in one transaction, noted in a second one. Where the server's
 * answer was lost, or the worker died, it is not sent again: a mail server can't be asked what it has.
 */
export async function sendShopperMail(
  deps: Deps,
  ports: ShopperMailPorts,
  post: Post | undefined,
  here: WorkplaceScope,
  mailId: string,
  isLastTry: boolean,
): Promise<void> {
  const { workplaceId } = here;
  const token = newId();
  const inPlan = await hasOrderTracking(deps, here.accountId);
  const end = (row: MailRow, state: 'sent' | 'failed' | 'waiting' | Verdict['state'], reason: string | null) =>
    deps.db.tenant(here, async (tx) => {
      if (await endMail(tx, workplaceId, { mailId, token }, { state, reason }))
        await note(tx, workplaceId, row, state, reason);
    });
  const taken = await deps.db.tenant(here, (tx) => take(tx, deps, ports, here, mailId, { token, inPlan }));
  if (!taken) {
    await deps.db.tenant(here, async (tx) => {
      if (!(await findMail(tx, workplaceId, mailId))) return;
      if (await isBeingSent(tx, workplaceId, mailId)) throw new Later(60_000, 'another worker is sending the email');
      const row = await giveUp(tx, workplaceId, mailId, UNKNOWN);
      if (row) await note(tx, workplaceId, row, 'failed', UNKNOWN);
    });
    return;
  }
  const { row } = taken;
  if ('verdict' in taken) return end(row, taken.verdict.state, taken.verdict.reason);
  if (!post) throw new Error('SMTP_URL is not set in this process');
  const { letter, to, setting, ends } = taken.ready;
  try {
    await post({
      id: mailId,
      to,
      subject: letter.subject,
      text: letter.text,
      html: letter.html,
      ...(ends ? { ends } : {}),
      senderName: setting.sender_name ?? letter.shopName,
      replyTo: setting.reply_to ?? undefined,
    });
  } catch (error) {
    const refusal = toRefusal(error);
    if (!isSurelyUnsent(error)) return end(row, 'failed', UNKNOWN);
    if (refusal.forGood || isLastTry) return end(row, 'failed', 'SHOPPER_MAIL_WHY_REFUSED');
    await end(row, 'waiting', null);
    throw new Error(`mail server rejected the message (${refusal.code})`);
  }
  await end(row, 'sent', null);
}
