import type { ShipmentStateName } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { handler } from '../../jobs/define.ts';
import { holdAfterRestore, resumeSending, SendingHeld } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { type Owner, tradeWorld } from '../../testing/fakes/trade-world.ts';
import * as fulfilment from '../fulfilment/index.ts';
import type { Post } from '../mail/index.ts';
import { lockOrder } from '../orders/index.ts';
import { findMailedReturn } from '../returns/index.ts';
import { changeMailing, readMailing } from './actions/mailing.ts';
import { planMails } from './actions/plan-mails.ts';
import { queueOpenMails, sweepMails } from './actions/queue-mails.ts';
import { sendShopperMail } from './actions/send-shopper-mail.ts';
import { eraseShopperMails } from './index.ts';
import { sendShopperMailJob } from './jobs/shopper-mail-jobs.ts';
import type { ShopperMailPorts } from './ports.ts';
import { previewLetter, recentMails } from './queries/views.ts';
import { saveSetting } from './setting-repo.ts';

const db = await testDatabase();
const world = await tradeWorld(db);
const deps: Deps = {
  ...world.deps,
  config: {
    ...world.deps.config,
    mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'Quayside <harbour@example.com>' },
    appUrl: 'https://app.example.com',
    ownUrl: 'https://app.example.com',
  },
};
const ports: ShopperMailPorts = {
  findParcels: fulfilment.findShipmentsById,
  findReturn: findMailedReturn,
  findPage: fulfilment.findTrackingPage,
};

type Outgoing = Parameters<Post>[0];

let owner: Owner;
let orderId: string;
let next = 3_000;
let sent: Outgoing[] = [];
const post = async (mail: Outgoing) => void sent.push(mail);
const kinds = { shipped: true, out_for_delivery: false, delivered: true, problem: true };
const setting = { kinds, sender_name: null, reply_to: null, language: 'en' } as const;

const save = (change: object = {}, storeId?: string) =>
  db.tenant(owner.scope, (tx) => saveSetting(tx, deps, owner.scope.workplaceId, storeId, { ...setting, ...change }));
const update = (text: ReturnType<typeof sql>) => db.tenant(owner.scope, (tx) => tx.run(text));
const mails = async () => (await recentMails(deps, owner.who, undefined)).items;
const ids = () =>
  db.read(owner.scope, (ex) =>
    ex.rows<{ mail_id: string }>(
      sql`select mail_id from shopper_mail where workplace_id = ${owner.scope.workplaceId} order by mail_id`,
    ),
  );
const send = (mailId: string, by = post) => sendShopperMail(deps, ports, by, owner.scope, mailId, false);
const lose = () => db.global((tx) => tx.run(sql`delete from test_job`));
const job = handler(sendShopperMailJob, ({ mailId }, run) =>
  sendShopperMail(deps, ports, post, owner.scope, mailId, run.isLastTry),
);
const sendAll = async () => {
  for (const { mail_id } of await ids()) await send(mail_id);
};

/** A live order of a shopper. */
async function arrive(): Promise<string> {
  next += 1;
  const order = fakeOrder(next);
  world.shop.orders.set(order.externalOrderId, order);
  await world.ordering.onOrderChanged(owner.scope, owner.storeId, order.externalOrderId);
  const row = await db.read(owner.scope, (ex) =>
    ex.first<{ order_id: string }>(sql`select order_id from sales_order
      where workplace_id = ${owner.scope.workplaceId} and external_order_id = ${order.externalOrderId}`),
  );
  await update(sql`update sales_order set mode = 'live', customer_email = 'Sam@Example.com', customer_name = 'Sam www.evil.example',
    address = address - 'firstName' where workplace_id = ${owner.scope.workplaceId} and order_id = ${row?.order_id ?? ''}`);
  return row?.order_id ?? '';
}

async function parcel(state: ShipmentStateName): Promise<string> {
  const id = newId();
  await update(sql`insert into shipment (workplace_id, shipment_id, order_id, store_id, remote_parcel_id, carrier, tracking_number,
      state, report_state, shipped_at)
    values (${owner.scope.workplaceId}, ${id}, ${orderId}, ${owner.storeId}, ${id}, 'DHL', 'JD0146', ${state}, 'not_needed', now())`);
  return id;
}

/** A parcel changes, as fulfilment saves it. */
const change = (
  shipmentId: string,
  before: ShipmentStateName | undefined,
  after: ShipmentStateName,
  at = deps.clock.now(),
) =>
  db.tenant(owner.scope, async (tx) => {
    const order = await lockOrder(tx, owner.scope.workplaceId, orderId);
    if (!order) throw new Error('no order');
    await planMails(tx, deps, owner.scope, order, [{ shipmentId, before, after, at }]);
  });

beforeEach(async () => {
  owner = await world.owner();
  sent = [];
  orderId = await arrive();
});

describe('an email about a parcel', () => {
  it('goes out once, in the brand of the shop, with one click to unsubscribe and no link made of a name', async () => {
    await save({ reply_to: 'help@shop.example' });
    const id = await parcel('in_transit');
    await change(id, undefined, 'in_transit');
    await change(id, undefined, 'in_transit');
    expect(await mails()).toMatchObject([{ kind: 'shipped', state: 'waiting' }]);
    const [row] = await ids();
    await Promise.allSettled([send(row?.mail_id ?? ''), send(row?.mail_id ?? '')]);
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({ to: 'Sam@Example.com', senderName: 'A shop', replyTo: 'help@shop.example' });
    expect(sent[0]?.ends).toMatch(/^https:\/\/app\.example\.com\/parcel-mails\/[\w-]+$/);
    expect(sent[0]?.text).toContain('https://app.example.com/tracking/');
    expect(sent[0]?.text).not.toContain('evil.example');
    expect(await mails()).toMatchObject([{ state: 'sent' }]);
    const events = await db.read(owner.scope, (ex) =>
      ex.rows<{ params: object }>(sql`select params from order_event
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId} and kind = 'shopper_mail'`),
    );
    expect(events).toEqual([{ params: { mail: 'SHOPPER_MAIL_KIND_SHIPPED', state: 'sent' } }]);
  });

  it('is not written while its kind is off, for what was before, or for old changes', async () => {
    const id = await parcel('in_transit');
    await change(id, undefined, 'in_transit');
    const before = deps.clock.now();
    await save();
    await change(id, undefined, 'in_transit', new Date(Date.parse(before) - 1_000).toISOString());
    await update(sql`update shopper_mail_setting set shipped_since = now() - interval '30 days'
      where workplace_id = ${owner.scope.workplaceId}`);
    await change(id, undefined, 'in_transit', new Date(Date.parse(before) - 4 * 86_400_000).toISOString());
    await change(id, 'in_transit', 'out_for_delivery');
    expect(await mails()).toEqual([]);
  });

  it.each([
    ['canceled', sql`cancelled_at = now()`],
    ['refunded', sql`financial_status = 'refunded'`],
    ['erased', sql`erased_at = now(), customer_email = null, address = '{}'`],
  ])('is neither written nor sent for an order that is %s', async (_name, set) => {
    await save();
    const id = await parcel('in_transit');
    await change(id, undefined, 'in_transit');
    await update(
      sql`update sales_order set ${set} where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`,
    );
    await sendAll();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    expect(sent).toEqual([]);
    expect(await mails()).toMatchObject([{ state: 'dropped' }]);
  });

  it('is not sent where it was switched off meanwhile, also if it is on again', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await save({ kinds: { ...kinds, shipped: false } });
    await update(
      sql`update shopper_mail set created_at = now() - interval '1 minute' where workplace_id = ${owner.scope.workplaceId}`,
    );
    await save();
    await sendAll();
    expect([sent, (await mails())[0]?.state]).toEqual([[], 'dropped']);
  });

  it('is one for a parcel that was delivered before the first went out', async () => {
    await save();
    const id = await parcel('delivered');
    await change(id, undefined, 'in_transit');
    await change(id, 'in_transit', 'delivered');
    await sendAll();
    expect(sent.map((mail) => mail.subject)).toEqual([expect.stringContaining('was delivered')]);
  });

  it('never leaves the sandbox', async () => {
    await save();
    await update(sql`update sales_order set mode = 'sandbox' where workplace_id = ${owner.scope.workplaceId}`);
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await sendAll();
    expect([sent, await mails()]).toMatchObject([[], [{ state: 'kept', reason: 'Sandbox orders send no emails.' }]]);
  });

  it('is not sent again where the answer of the mail server was lost', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    const [row] = await ids();
    await send(row?.mail_id ?? '', async () => {
      throw Object.assign(new Error('timeout'), { code: 'ETIMEDOUT', command: 'CONN' });
    });
    await sendAll();
    expect([sent, (await mails())[0]?.state]).toEqual([[], 'failed']);
  });

  it('is tried again where the mail server is busy, and ends where its worker died', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    const id = (await ids())[0]?.mail_id ?? '';
    const busy = async () => {
      throw Object.assign(new Error('busy'), { responseCode: 451 });
    };
    await expect(send(id, busy)).rejects.toThrow('451');
    expect((await mails())[0]?.state).toBe('waiting');
    await update(sql`update shopper_mail set state = 'sending', claimed_until = now() - interval '1 minute'
      where workplace_id = ${owner.scope.workplaceId}`);
    await send(id);
    expect([sent, (await mails())[0]?.state]).toEqual([[], 'failed']);
  });

  it('waits while sending is held, and is dropped if it is from before a restore', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await update(
      sql`update shopper_mail set created_at = now() - interval '1 minute' where workplace_id = ${owner.scope.workplaceId}`,
    );
    await db.global((tx) => holdAfterRestore(tx, 'restored'));
    const id = (await ids())[0]?.mail_id ?? '';
    await expect(send(id)).rejects.toThrow(SendingHeld);
    expect((await mails())[0]?.state).toBe('waiting');
    await db.global(resumeSending);
    await send(id);
    expect([sent, (await mails())[0]?.state]).toEqual([[], 'dropped']);
    await db.global((tx) => tx.run(sql`update installation set restored_at = null`));
  });

  it('is in the language of its shopper where that is one of ours', async () => {
    await save({ language: 'de' });
    const locale = (value: string | null) =>
      update(sql`update sales_order set customer_locale = ${value}
        where workplace_id = ${owner.scope.workplaceId} and order_id = ${orderId}`);
    await locale('fr-CA');
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await sendAll();
    await locale('sv-SE');
    await change(await parcel('delivered'), 'in_transit', 'delivered');
    await sendAll();
    expect(sent.map((mail) => mail.subject)).toEqual([
      expect.stringContaining('est en route'),
      expect.stringContaining('zugestellt'),
    ]);
  });

  it('has the setting of its store, and goes with an erased order', async () => {
    await save();
    await save({ language: 'de', sender_name: 'Lampen' }, owner.storeId);
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await sendAll();
    expect(sent[0]).toMatchObject({ senderName: 'Lampen', subject: expect.stringContaining('ist unterwegs') });
    await db.tenant(owner.scope, (tx) => saveSetting(tx, deps, owner.scope.workplaceId, owner.storeId, null));
    await change(await parcel('delivered'), 'in_transit', 'delivered');
    await sendAll();
    expect(sent[1]?.subject).toContain('was delivered');
    await db.tenant(owner.scope, (tx) => eraseShopperMails(tx, owner.scope.workplaceId, [orderId]));
    expect(await mails()).toEqual([]);
  });
});

describe('an email whose job was lost', () => {
  const lateBy = (minutes: number) =>
    update(sql`update shopper_mail set queued_at = now() - make_interval(mins => ${minutes})
      where workplace_id = ${owner.scope.workplaceId}`);
  const jobs = async () =>
    (await world.jobs.waiting()).filter(({ name, payload }) => {
      const { workplaceId } = payload as { workplaceId?: string };
      return name === 'send-shopper-mail' && workplaceId === owner.scope.workplaceId;
    });
  const marked = () =>
    db.global((tx) => tx.rows(sql`select 1 from open_work_directory where workplace_id = ${owner.scope.workplaceId}`));

  it('gets another one, once an hour, and is sent once', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    expect(await marked()).toHaveLength(1);
    await lose();
    expect([await sweepMails(deps, owner.scope), await jobs()]).toEqual([true, []]);
    await lateBy(61);
    await Promise.all([sweepMails(deps, owner.scope), sweepMails(deps, owner.scope)]);
    expect(await jobs()).toHaveLength(1);
    await sendAll();
    expect([sent.length, await sweepMails(deps, owner.scope)]).toEqual([1, false]);
  });

  it('gets none while sending is held, where jobs wait', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await lose();
    await lateBy(61);
    await db.global((tx) => holdAfterRestore(tx, 'restored'));
    expect([await sweepMails(deps, owner.scope), await jobs()]).toEqual([true, []]);
    await db.global(resumeSending);
    await sweepMails(deps, owner.scope);
    expect(await jobs()).toHaveLength(1);
    await db.global((tx) => tx.run(sql`update installation set restored_at = null`));
  });

  it('ends as failed where a worker died with it, before a move of its store or without one', async () => {
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await lose();
    await update(sql`update shopper_mail set state = 'sending', claimed_by = ${newId()}, claimed_until = now() - interval '1 second'
      where workplace_id = ${owner.scope.workplaceId}`);
    await queueOpenMails(deps, owner.scope, owner.storeId);
    expect(await jobs()).toHaveLength(1);
    await world.jobs.drain([job]);
    expect([sent, await mails()]).toMatchObject([[], [{ state: 'failed' }]]);
  });
});

it('a parcel that a supplier reports twice is mailed once, from the report to the mail server', async () => {
  await lose();
  next += 1;
  const bought = await world.request(owner, fakeOrder(next));
  await world.settle(owner);
  await save();
  await update(sql`update sales_order set mode = 'live', customer_email = 'sam@example.com'
    where workplace_id = ${owner.scope.workplaceId} and order_id = ${bought}`);
  const known = await db.read(owner.scope, (ex) =>
    ex.first<{ connection_id: string; source_order_no: string }>(
      sql`select connection_id, source_order_no from supplier_order where workplace_id = ${owner.scope.workplaceId}`,
    ),
  );
  world.own.ship(world.own.books.orders.at(-1)?.supplierOrderId ?? '', { parcelId: 'one', state: 'in_transit' });
  for (let report = 0; report < 2; report++) {
    await world.buying.onSupplierOrderChanged(owner.scope, known?.connection_id ?? '', known?.source_order_no);
    await world.jobs.drain([...world.handlers, job]);
  }
  expect(sent.map((mail) => mail.to)).toEqual(['sam@example.com']);
  expect(sent[0]?.text).toContain('T-one');
  expect(await mails()).toMatchObject([{ order_id: bought, kind: 'shipped', state: 'sent' }]);
});

describe('unsubscribing', () => {
  it('is obeyed for every spelling of the address until the shopper subscribes again; a forged link is refused', async () => {
    await db.global((tx) =>
      tx.run(sql`insert into store_directory (store_id, workplace_id, account_id, platform, platform_domain, mode, webhook_key)
      values (${owner.storeId}, ${owner.scope.workplaceId}, ${owner.scope.accountId}, 'woocommerce', ${`${owner.storeId}.example.com`}, 'live', ${newId()})`),
    );
    await save();
    await change(await parcel('in_transit'), undefined, 'in_transit');
    await sendAll();
    const token = sent[0]?.ends?.split('/').at(-1) ?? '';
    expect(await readMailing(deps, ports, token)).toMatchObject({ shop_name: 'A shop', mails: true });
    expect(await changeMailing(deps, ports, token, false)).toMatchObject({ mails: false });
    await update(
      sql`update sales_order set customer_email = ' sam@example.COM ' where workplace_id = ${owner.scope.workplaceId}`,
    );
    await change(await parcel('delivered'), 'in_transit', 'delivered');
    await sendAll();
    expect([sent.length, (await mails())[0]?.state]).toEqual([1, 'unsubscribed']);
    const bent = `${token.slice(0, -4)}${token.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    await expect(changeMailing(deps, ports, bent, true)).rejects.toMatchObject({ code: 'SHOPPER_MAIL_LINK_UNKNOWN' });
    await changeMailing(deps, ports, token, true);
    await change(await parcel('delivered'), 'in_transit', 'delivered');
    await sendAll();
    expect(sent).toHaveLength(2);
  });
});

it('the preview is written by the code that sends, in each language', async () => {
  const preview = (language: string) => previewLetter(deps, ports, owner.who, { kind: 'delivered', language });
  expect((await preview('ar')).html).toContain('dir="rtl"');
  expect((await preview('de')).subject).toContain('zugestellt');
});
