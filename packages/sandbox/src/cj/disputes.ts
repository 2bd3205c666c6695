import { z } from 'zod';
import type { World } from '../core/world.ts';
import type { Account } from './accounts.ts';
import { CjRefusal, dollars, paramError, timeText } from './answer.ts';
import { findVariant } from './catalogue.ts';
import { getLines, type LineRow, type OrderRow, orderById } from './order-store.ts';
import { nextNumber } from './sequence.ts';

/** Reasons, as CJ offers them for an order. */
const REASONS = [
  { disputeReasonId: 1, reasonName: 'Products not received' },
  { disputeReasonId: 2, reasonName: 'Products damaged' },
  { disputeReasonId: 3, reasonName: 'Poor quality' },
  { disputeReasonId: 4, reasonName: 'Wrong products, not as described' },
] as const;
const REFUND = 1;
const REISSUE = 2;
const REJECT = 3;

interface DisputeRow {
  id: number;
  open_id: number;
  order_id: string;
  business_id: string;
  reason: string;
  expect: number;
  price: number;
  message: string;
  images: string;
  visible_at: number;
  status: string;
  deal: number | null;
  money: number | null;
  resend: string | null;
  created_ms: number;
}

const items = z.array(z.object({ lineItemId: z.string().max(100), quantity: z.number().int().min(1) })).min(1);
export const confirmBody = z.object({ orderId: z.string().max(100), productInfoList: items, price: z.number() });
export const createBody = z.object({
  businessDisputeId: z.string().min(1).max(100),
  orderId: z.string().max(100),
  disputeReasonId: z.number().int(),
  expectType: z.union([z.literal(REFUND), z.literal(REISSUE)]),
  refundType: z.union([z.literal(1), z.literal(2)]),
  messageText: z.string().min(1).max(500),
  imageUrl: z.array(z.string()).nullish(),
  videoUrl: z.array(z.string()).nullish(),
  productInfoList: items,
  price: z.number().min(0),
});
export const cancelBody = z.object({ orderId: z.string().max(100), disputeId: z.string().max(100) });

/** Orders that money was paid for. */
const DISPUTABLE: readonly string[] = ['UNSHIPPED', 'SHIPPED', 'DELIVERED', 'OTHER'];

function paidOrder(world: World, account: Account, orderId: string): OrderRow {
  const row = orderById(world, orderId);
  if (!row || row.open_id !== account.open_id) throw paramError('order not found');
  if (!DISPUTABLE.includes(row.status)) throw paramError('this order can not be disputed');
  return row;
}

const disputesOf = (world: World, openId: number, orderId: string): DisputeRow[] =>
  world.db
    .prepare('select * from cj_dispute where open_id = ? and order_id = ? order by id')
    .all(openId, orderId) as unknown as DisputeRow[];

const linesOf = (world: World, disputeId: number): { line_id: number; quantity: number }[] =>
  world.db.prepare('select line_id, quantity from cj_dispute_item where dispute_id = ?').all(disputeId) as never;

/** Lines with an unfinished dispute. */
function disputedLines(world: World, row: OrderRow): Set<number> {
  const open = disputesOf(world, row.open_id, row.order_id).filter((one) => one.status === 'Processing');
  return new Set(open.flatMap((one) => linesOf(world, one.id).map((line) => line.line_id)));
}

function itemShape(line: LineRow, canChoose: boolean): object {
  const found = findVariant({ vid: line.vid });
  return {
    lineItemId: String(line.line_id),
    cjProductId: found?.product.pid ?? null,
    cjVariantId: line.vid,
    canChoose,
    price: dollars(line.price),
    quantity: line.quantity,
    cjProductName: found?.product.name ?? null,
    cjImage: null,
    sku: found?.variant.sku ?? null,
    supplierName: null,
  };
}

export function disputeProducts(world: World, account: Account, orderId: string): object {
  const row = paidOrder(world, account, orderId);
  const taken = disputedLines(world, row);
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    productInfoList: getLines(world, orderId).map((line) => itemShape(line, !taken.has(line.line_id))),
  };
}

interface Chosen {
  row: OrderRow;
  lines: { line: LineRow; quantity: number }[];
  /** Cents. */
  most: number;
}

function choose(
  world: World,
  account: Account,
  body: { orderId: string; productInfoList: z.output<typeof items> },
): Chosen {
  const row = paidOrder(world, account, body.orderId);
  const taken = disputedLines(world, row);
  const all = getLines(world, row.order_id);
  const lines = body.productInfoList.map(({ lineItemId, quantity }) => {
    const line = all.find((one) => String(one.line_id) === lineItemId);
    if (!line || quantity > line.quantity) throw paramError('productInfoList is not valid');
    if (taken.has(line.line_id)) throw paramError('there is an unfinished dispute for this product');
    return { line, quantity };
  });
  const isWhole = all.every((line) => lines.some((one) => one.line === line && one.quantity === line.quantity));
  const goods = lines.reduce((sum, { line, quantity }) => sum + line.price * quantity, 0);
  return { row, lines, most: goods + (isWhole ? row.postage_amount : 0) };
}

export function disputeConfirmInfo(world: World, account: Account, body: z.output<typeof confirmBody>): object {
  const { row, lines, most } = choose(world, account, body);
  return {
    orderId: row.order_id,
    orderNumber: row.order_number,
    maxProductPrice: dollars(lines.reduce((sum, { line, quantity }) => sum + line.price * quantity, 0)),
    maxPostage: dollars(row.postage_amount),
    maxIossTaxAmount: 0,
    maxIossHandTaxAmount: 0,
    maxAmount: dollars(most),
    expectResultOptionList: ['1', '2'],
    productInfoList: lines.map(({ line }) => itemShape(line, true)),
    disputeReasonList: REASONS,
  };
}

export function createDispute(world: World, account: Account, body: z.output<typeof createBody>): boolean {
  const { row, lines, most } = choose(world, account, body);
  const reason = REASONS.find((one) => one.disputeReasonId === body.disputeReasonId);
  if (!reason) throw paramError('disputeReasonId is not valid');
  const price = Math.round(body.price * 100);
  if (price > most) throw paramError('price exceeds the maximum amount');
  const id = nextNumber(world.db, 'dispute');
  world.db
    .prepare(
      `insert into cj_dispute (id, open_id, order_id, business_id, reason, expect, price, message, images, visible_at, status, created_ms)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'Processing', ?)`,
    )
    .run(
      id,
      account.open_id,
      row.order_id,
      body.businessDisputeId,
      reason.reasonName,
      body.expectType,
      price,
      body.messageText,
      JSON.stringify(body.imageUrl ?? []),
      world.visibleAt('cj'),
      world.clock.millis(),
    );
  const insert = world.db.prepare('insert into cj_dispute_item values (?, ?, ?)');
  for (const { line, quantity } of lines) insert.run(id, line.line_id, quantity);
  return true;
}

export function cancelDispute(world: World, account: Account, body: z.output<typeof cancelBody>): boolean {
  const row = disputesOf(world, account.open_id, body.orderId).find((one) => String(one.id) === body.disputeId);
  if (row?.status !== 'Processing') throw new CjRefusal(1600300, 'dispute not found');
  world.db.prepare(`update cj_dispute set status = 'Cancelled' where id = ?`).run(row.id);
  return true;
}

function disputeShape(world: World, row: DisputeRow): object {
  const lines = getLines(world, row.order_id);
  return {
    id: String(row.id),
    status: row.status,
    disputeReason: row.reason,
    replacementAmount: null,
    resendOrderCode: row.resend,
    money: row.money === null ? null : dollars(row.money),
    finallyDeal: row.deal,
    createDate: timeText(row.created_ms),
    productList: linesOf(world, row.id).map(({ line_id }) => {
      const line = lines.find((one) => one.line_id === line_id);
      return { lineItemId: String(line_id), cjVariantId: line?.vid ?? null, price: dollars(line?.price ?? 0) };
    }),
  };
}

export function listDisputes(
  world: World,
  account: Account,
  orderId: string | undefined,
  page: number,
  size: number,
): object {
  const rows = (
    world.db
      .prepare('select * from cj_dispute where open_id = ? order by id desc')
      .all(account.open_id) as unknown as DisputeRow[]
  ).filter((row) => row.visible_at <= Date.now() && (orderId === undefined || row.order_id === orderId));
  const list = rows.slice((page - 1) * size, page * size).map((row) => disputeShape(world, row));
  return { pageNum: page, pageSize: size, total: rows.length, list };
}

/** What CJ's staff decide about the newest open dispute of an order. A refund goes to the account's balance. */
export function decideDispute(world: World, order: OrderRow, decision: 'refund' | 'reissue' | 'reject'): boolean {
  const row = disputesOf(world, order.open_id, order.order_id).findLast((one) => one.status === 'Processing');
  if (!row) return false;
  const deal = { refund: REFUND, reissue: REISSUE, reject: REJECT }[decision];
  const money = decision === 'refund' ? row.price : null;
  const resend = decision === 'reissue' ? `${order.order_id}R` : null;
  world.db
    .prepare(`update cj_dispute set status = 'Completed', deal = ?, money = ?, resend = ? where id = ?`)
    .run(deal, money, resend, row.id);
  if (money) {
    world.db.prepare('update cj_account set balance = balance + ? where open_id = ?').run(money, row.open_id);
    world.db
      .prepare('insert into cj_refund (order_id, amount, at_ms) values (?, ?, ?)')
      .run(row.order_id, money, world.clock.millis());
  }
  return true;
}

/** For CJ's page: whether an order has an open dispute. */
export const hasOpenDispute = (world: World, row: OrderRow): boolean =>
  disputesOf(world, row.open_id, row.order_id).some((one) => one.status === 'Processing');

export const readDisputes = (world: World): object[] =>
  world.db.prepare('select * from cj_dispute order by id').all() as unknown as object[];
