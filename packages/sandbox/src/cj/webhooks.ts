import { createHmac, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { World } from '../core/world.ts';
import type { Account } from './accounts.ts';
import { CjRefusal, dollars, timeText } from './answer.ts';
import { findVariant } from './catalogue.ts';
import { getLines, type LineRow, type OrderRow } from './order-store.ts';

const topic = z.object({ type: z.enum(['ENABLE', 'CANCEL']), callbackUrls: z.array(z.string().max(500)) });
export const webhookBody = z.object({ product: topic, stock: topic, order: topic, logistics: topic });

/**
 * Keeps where messages go. CJ takes public https addresses only; the sandbox, whose whole world is loopback, takes others
 * too unless it is told `cj.strict-webhooks` = on.
 */
export function setWebhooks(world: World, account: Account, body: z.output<typeof webhookBody>): boolean {
  const strict = world.setting('cj.strict-webhooks') === 'on';
  for (const [name, { type, callbackUrls }] of Object.entries(body)) {
    world.db.prepare('delete from cj_webhook where open_id = ? and topic = ?').run(account.open_id, name);
    const url = callbackUrls[0];
    if (type === 'CANCEL' || !url) continue;
    if (strict && /localhost|127\.0\.0\.1/.test(url))
      throw new CjRefusal(1607001, 'Please do not use domain names such as localhost, 127.0.0.1');
    if (strict && !url.startsWith('https://'))
      throw new CjRefusal(1607002, 'Webhook url error, Please ensure URL starts with https://');
    world.db.prepare('insert into cj_webhook values (?, ?, ?)').run(account.open_id, name, url);
  }
  return true;
}

/** `json` is text already, because order ids go out as bare numbers of 18 digits. */
function send(world: World, openId: number, name: string, json: string): void {
  const row = world.db.prepare('select url from cj_webhook where open_id = ? and topic = ?').get(openId, name);
  if (!row) return;
  const sign = createHmac('sha256', String(openId)).update(json).digest('base64');
  world.webhooks.send({
    standIn: 'cj',
    url: String(row.url),
    headers: { 'content-type': 'application/json', sign },
    body: json,
    accepts: { from: 200, to: 200 },
  });
}

const message = (type: string, messageType: string, openId: number, params: object, bare: string[]): string => {
  const body = { messageId: randomUUID().replaceAll('-', ''), type, messageType, openId, params };
  // Bare numbers, as CJ's samples show them; an id with a part's suffix stays a text.
  return bare.reduce((text, name) => text.replace(new RegExp(`("${name}":)"(\\d+)"`), '$1$2'), JSON.stringify(body));
};

export function sendOrderWebhook(world: World, row: OrderRow, kind: 'INSERT' | 'UPDATE' | 'DELETE'): void {
  const params = {
    orderNumber: row.order_number,
    orderNum: row.order_number,
    cjOrderId: row.order_id,
    orderStatus: row.status,
    logisticName: row.logistic,
    trackNumber: row.track_number,
    createDate: timeText(row.created_ms),
    updateDate: timeText(world.clock.millis()),
    payDate: timeText(row.paid_ms),
    deliveryDate: timeText(row.delivered_ms),
    completeDate: null,
    orderItems: getLines(world, row.order_id).map((line) => ({
      vid: line.vid,
      quantity: line.quantity,
      sellPrice: dollars(line.price),
      storeLineItemId: line.store_line,
    })),
  };
  send(world, row.open_id, 'order', message('ORDER', kind, row.open_id, params, ['cjOrderId']));
}

export function tellSplit(world: World, row: OrderRow, parts: LineRow[][]): void {
  const params = {
    originalOrderId: row.order_id,
    orderSplitTime: timeText(world.clock.millis()),
    splitOrderList: parts.map((lines, index) => ({
      createAt: world.clock.millis(),
      orderCode: `${row.order_id}-${index + 1}`,
      orderStatus: 300,
      productList: lines.map((line) => ({
        sku: findVariant({ vid: line.vid })?.variant.sku,
        vid: line.vid,
        quantity: line.quantity,
        productCode: String(line.line_id),
      })),
    })),
  };
  send(world, row.open_id, 'order', message('ORDERSPLIT', 'UPDATE', row.open_id, params, []));
}

export function tellTrack(world: World, row: OrderRow, words: string, at: number): void {
  const event = { status: row.track_status, activity: words, location: '', eventTime: timeText(at), statusDesc: words };
  const params = {
    orderId: row.parent_id ?? row.order_id,
    logisticName: row.logistic,
    trackingNumber: row.track_number,
    trackingStatus: row.track_status,
    logisticsTrackEvents: JSON.stringify([event]),
  };
  send(world, row.open_id, 'logistics', message('LOGISTIC', 'UPDATE', row.open_id, params, ['orderId']));
}
