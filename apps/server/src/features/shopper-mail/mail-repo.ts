import type { ReturnMailKind, ShopperMailKind, ShopperMailState } from '@quayside/contracts';
import { type Executor, empty, sql } from '../../db/index.ts';
import { isOneOf } from '../../states/sql.ts';
import { SHOPPER_MAIL_TRANSITIONS } from './rules/mail-states.ts';

/** A row of shopper_mail. */
export type MailRow = ParcelMail | ReturnMail;

export interface ParcelMail extends AnyMail {
  kind: ShopperMailKind;
  shipment_id: string;
  return_id: null;
}

export interface ReturnMail extends AnyMail {
  kind: ReturnMailKind;
  shipment_id: null;
  return_id: string;
}

interface AnyMail {
  mail_id: string;
  order_id: string;
  store_id: string;
  state: ShopperMailState;
  reason: string | null;
  created_at: string;
  sent_at: string | null;
}

const COLUMNS = sql`m.mail_id, m.order_id, m.store_id, m.shipment_id, m.return_id, m.kind, m.state, m.reason, m.created_at, m.sent_at`;

/** Inserts an email. false: the parcel or the return has one of this kind. */
export const insertMail = async (
  tx: Executor,
  workplaceId: string,
  row: Pick<MailRow, 'mail_id' | 'order_id' | 'store_id' | 'shipment_id' | 'return_id' | 'kind'> & { at: string },
): Promise<boolean> =>
  (await tx.run(sql`insert into shopper_mail (workplace_id, mail_id, order_id, store_id, shipment_id, return_id, kind, created_at)
    values (${workplaceId}, ${row.mail_id}, ${row.order_id}, ${row.store_id}, ${row.shipment_id}, ${row.return_id}, ${row.kind}, ${row.at})
    on conflict do nothing`)) > 0;

export const findMail = (ex: Executor, workplaceId: string, mailId: string): Promise<MailRow | undefined> =>
  ex.first<MailRow>(
    sql`select ${COLUMNS} from shopper_mail m where m.workplace_id = ${workplaceId} and m.mail_id = ${mailId}`,
  );

/** Minutes after which a worker that holds an email counts as dead; a mail server answers sooner. */
const LEASE_MINUTES = 10;

/** Takes a waiting email for this worker. */
export const claimMail = (
  tx: Executor,
  workplaceId: string,
  mailId: string,
  token: string,
): Promise<MailRow | undefined> =>
  tx.first<MailRow>(sql`update shopper_mail m set state = 'sending', claimed_by = ${token},
      claimed_until = now() + make_interval(mins => ${LEASE_MINUTES})
    where m.workplace_id = ${workplaceId} and m.mail_id = ${mailId} and m.state = 'waiting' returning ${COLUMNS}`);

/** Whether another worker may still be sending it. */
export const isBeingSent = async (ex: Executor, workplaceId: string, mailId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from shopper_mail where workplace_id = ${workplaceId} and mail_id = ${mailId}
    and state = 'sending' and claimed_until > now()`)) !== undefined;

/** Ends an email whose worker died: the mail server may have it, so it is not sent again. */
export const giveUp = (
  tx: Executor,
  workplaceId: string,
  mailId: string,
  reason: string,
): Promise<MailRow | undefined> =>
  tx.first<MailRow>(sql`update shopper_mail m set state = 'failed', reason = ${reason}, claimed_by = null
    where m.workplace_id = ${workplaceId} and m.mail_id = ${mailId} and m.state = 'sending' and m.claimed_until <= now()
    returning ${COLUMNS}`);

/** Records an outcome. false: another worker holds the email, or it was erased. */
export const endMail = async (
  tx: Executor,
  workplaceId: string,
  { mailId, token }: { mailId: string; token: string },
  end: { state: ShopperMailState; reason: string | null },
): Promise<boolean> =>
  (await tx.run(sql`update shopper_mail set state = ${end.state}, reason = ${end.reason}, claimed_by = null, claimed_until = null
      ${end.state === 'sent' ? sql`, sent_at = now()` : empty}
    where workplace_id = ${workplaceId} and mail_id = ${mailId} and claimed_by = ${token}`)) > 0;

/** The latest emails, newest first. */
export const listRecent = (
  ex: Executor,
  workplaceId: string,
  storeId: string | undefined,
  most: number,
): Promise<MailRow[]> =>
  ex.rows(sql`select ${COLUMNS} from shopper_mail m
    where m.workplace_id = ${workplaceId} ${storeId ? sql`and m.store_id = ${storeId}` : empty}
    order by m.mail_id desc limit ${most}`);

/** SQL: the email has no outcome yet, as literals, so that plans can use the partial index. */
const OPEN = isOneOf('state', [...SHOPPER_MAIL_TRANSITIONS.claim.from, ...SHOPPER_MAIL_TRANSITIONS.fail.from]);

/** Emails of a store without an outcome; their jobs are about to be enqueued. */
export const takeOpen = (tx: Executor, workplaceId: string, storeId: string): Promise<{ mail_id: string }[]> =>
  tx.rows(sql`update shopper_mail set queued_at = now()
    where workplace_id = ${workplaceId} and store_id = ${storeId} and ${OPEN} returning mail_id`);

/** Open emails whose job seems lost, oldest first. */
export const findLost = (
  tx: Executor,
  workplaceId: string,
  { lateMinutes, most }: { lateMinutes: number; most: number },
): Promise<{ mail_id: string; store_id: string }[]> =>
  tx.rows(sql`select mail_id, store_id from shopper_mail where workplace_id = ${workplaceId} and ${OPEN}
      and queued_at < now() - make_interval(mins => ${lateMinutes})
    order by queued_at limit ${most} for no key update skip locked`);

export const noteQueued = (tx: Executor, workplaceId: string, mailIds: readonly string[]): Promise<number> =>
  tx.run(sql`update shopper_mail set queued_at = now()
    where workplace_id = ${workplaceId} and mail_id = any(${[...mailIds]}::uuid[])`);

export const hasOpen = async (ex: Executor, workplaceId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from shopper_mail where workplace_id = ${workplaceId} and ${OPEN} limit 1`)) !==
  undefined;

/** Emails about some returns. */
export const mailsOfReturns = (ex: Executor, workplaceId: string, returnIds: readonly string[]): Promise<MailRow[]> =>
  ex.rows(sql`select ${COLUMNS} from shopper_mail m
    where m.workplace_id = ${workplaceId} and m.return_id is not null and m.return_id = any(${returnIds}::uuid[])
    order by m.mail_id`);

/** Removes the emails of erased orders. */
export const eraseShopperMails = (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`delete from shopper_mail where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[])`);
