import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelFulfillment,
  type ChannelOrder,
  ConnectorError,
  type ConnectorErrorKind,
  type DisputedOrder,
  type DisputeInput,
  type FulfillmentInput,
  type OrderNotes,
  type RefundInput,
  type RejectionCode,
  type SupplierDispute,
  type SupplierId,
  type SupplierOrder,
  type SupplierOrderInput,
  type SupplierParcel,
  type TrackingState,
  type TrackingUpdate,
  type UnreadableOrder,
  UnreadableOrderError,
  type UnreadableReason,
} from '@quayside/connector-kit';
import { add, type Money, money, sum, times } from '@quayside/kernel';
import { type FakeChannel, fakeChannel } from './fake-channel.ts';
import { type FakeSupplier, fakeSupplier } from './fake-supplier.ts';

interface Fault {
  /** Done while the call is under way: time passes, say. */
  meanwhile?: () => Promise<void>;
  kind: ConnectorErrorKind | 'crash';
  code?: RejectionCode;
  after?: boolean;
  lines?: string[];
  retryAfterMs?: number;
}

/** The process ends here: nothing that comes after is done. */
export class Crash extends Error {
  override readonly name = 'Crash';
}

interface Faults {
  /** The next calls of a method fail so, one each; `after` means: after the effect. */
  fault(method: string, fault: Fault, times?: number): void;
  /** Faults that have not happened yet do not. */
  heal(): void;
  /** `before`: called right before the effect. */
  run<T>(method: string, effect: () => T, before?: () => Promise<void>): Promise<T>;
}

function faulty(calls: string[]): Faults {
  const waiting = new Map<string, Fault[]>();
  return {
    fault(method, fault, count = 1) {
      waiting.set(method, [...(waiting.get(method) ?? []), ...Array.from({ length: count }, () => fault)]);
    },
    heal: () => waiting.clear(),
    async run(method, effect, before) {
      calls.push(method);
      await Promise.resolve();
      const fault = waiting.get(method)?.shift();
      await fault?.meanwhile?.();
      if (fault && !fault.after) throw errorOf(fault);
      await before?.();
      const result = effect();
      if (fault) throw errorOf(fault);
      return result;
    },
  };
}

const errorOf = ({ kind, meanwhile: _done, ...more }: Fault): Error =>
  kind === 'crash' ? new Crash('the process was killed') : new ConnectorError(kind, 'as the test asked', more);

export interface TradingSupplier extends FakeSupplier {
  /** His own books: every order that was ever made with him and every payment he ever took, doubles included. */
  books: {
    orders: SupplierOrder[];
    payments: { supplierOrderId: string; reference: string; amount: Money }[];
    disputes: (SupplierDispute & { input: DisputeInput })[];
  };
  fault: Faults['fault'];
  heal: Faults['heal'];
  /** While true, what was done lately is not shown to questions. */
  hides: boolean;
  prices: Record<string, number>;
  shippingPrice: number;
  /** Sends a parcel with these pieces; all of the order where none are named. */
  ship(supplierOrderId: string, parcel: Partial<SupplierParcel> & { parcelId: string }): void;
}

/**
 * A supplier in memory that keeps books and enforces nothing: asked twice he makes two orders and takes two payments, so
 * that every doubling shows.
 */
export function tradingSupplier(id: SupplierId, feed = true): TradingSupplier {
  const base = fakeSupplier(id, feed);
  const { fault, heal, run } = faulty(base.calls);
  const seen = <T>(effect: () => T | undefined): T | undefined => (self.hides ? undefined : effect());
  const copy = <T>(value: T): T => structuredClone(value);
  const find = (id: string): SupplierOrder | undefined => self.books.orders.find((one) => one.supplierOrderId === id);

  function made(input: SupplierOrderInput): SupplierOrder {
    const items = sum(
      input.lines.map((line) => times(money(self.prices[line.sourceVariantId] ?? 1_000, 'USD'), line.quantity)),
      'USD',
    );
    const shippingCost = money(self.shippingPrice, 'USD');
    return {
      supplierOrderId: `${id}-${self.books.orders.length + 1}`,
      ...(id === 'quayside' ? { number: `QW-${self.books.orders.length + 1}` } : {}),
      reference: input.reference,
      state: 'created',
      itemsCost: items,
      shippingCost,
      total: add(items, shippingCost),
      lines: input.lines.map((line) => ({ sourceVariantId: line.sourceVariantId, quantity: line.quantity })),
      parcels: [],
    };
  }

  const self: TradingSupplier = Object.assign(base, {
    books: { orders: [], payments: [], disputes: [] },
    fault,
    heal,
    hides: false,
    prices: {},
    shippingPrice: 400,
    ship(supplierOrderId: string, parcel: Partial<SupplierParcel> & { parcelId: string }) {
      const order = find(supplierOrderId);
      if (!order) throw new Error(`no order ${supplierOrderId}`);
      const next = { carrier: 'DHL', trackingNumber: `T-${parcel.parcelId}`, lines: order.lines, ...parcel };
      order.parcels = [...order.parcels.filter((one) => one.parcelId !== parcel.parcelId), next];
      order.state = 'shipped';
    },
    createOrder: (_ctx: unknown, input: SupplierOrderInput) =>
      run('createOrder', () => {
        const order = made(input);
        self.books.orders.push(order);
        return copy(order);
      }),
    findOrder: (_ctx: unknown, reference: string) =>
      run('findOrder', () => copy(seen(() => self.books.orders.find((one) => one.reference === reference)))),
    getOrder: (_ctx: unknown, supplierOrderId: string) => run('getOrder', () => copy(find(supplierOrderId))),
    listOrders: () => run('listOrders', () => ({ items: copy(self.books.orders) })),
    payOrder: (_ctx: unknown, input: Parameters<FakeSupplier['payOrder']>[1]) =>
      run(
        'payOrder',
        () => {
          const order = find(input.supplierOrderId);
          if (!order) throw new ConnectorError('not-found', 'no such order');
          self.books.payments.push({
            supplierOrderId: input.supplierOrderId,
            reference: input.paymentReference,
            amount: input.amount,
          });
          if (!self.hides) order.state = 'paid';
          return { paymentId: `pay-${self.books.payments.length}`, amount: input.amount };
        },
        input.beforeMoney,
      ),
    openDispute: (_ctx: unknown, input: DisputeInput) =>
      run('openDispute', () => {
        const made = { disputeId: `d-${self.books.disputes.length + 1}`, state: 'open' as const, input };
        self.books.disputes.push(made);
        return copy(made);
      }),
    findDispute: (_ctx: unknown, { supplierOrderId, others }: DisputedOrder) =>
      run('findDispute', () =>
        copy(
          seen(() =>
            self.books.disputes.find(
              (one) => one.input.supplierOrderId === supplierOrderId && !others.includes(one.disputeId),
            ),
          ),
        ),
      ),
    getDispute: (_ctx: unknown, { disputeId }: { disputeId: string }) =>
      run('getDispute', () => copy(self.books.disputes.find((one) => one.disputeId === disputeId))),
    findPayment: (_ctx: unknown, input: { supplierOrderId: string; paymentReference: string }) =>
      run('findPayment', () => {
        const at = seen(() => self.books.payments.findIndex((one) => one.reference === input.paymentReference)) ?? -1;
        const payment = self.books.payments[at];
        return payment && { paymentId: `pay-${at + 1}`, amount: payment.amount };
      }),
  });
  return self;
}

export interface TradingShop extends FakeChannel {
  orders: Map<string, ChannelOrder>;
  /** Every fulfilment that was ever made, doubles included. */
  fulfillments: { input: FulfillmentInput; id: string }[];
  /** Every change of tracking that was ever written, doubles included. */
  updates: TrackingUpdate[];
  /** Every note and tag change that was ever written, doubles included. */
  notes: string[];
  tagCalls: string[];
  /** Every refund that was ever made by us, doubles included. */
  refunds: RefundInput[];
  /** Refunded by other people, in minor units by order. */
  refundedThere: Map<string, number>;
  /** What somebody else put in the place of a number that we wrote. */
  edited: Map<string, string>;
  fault: Faults['fault'];
  heal: Faults['heal'];
  hides: boolean;
  pageSize: number;
  /** Orders that are there and that the connector cannot read, by their ids. */
  unread: Map<string, UnreadableReason>;
}

const unreadOf = (order: ChannelOrder, reason: UnreadableReason): UnreadableOrder => ({
  externalOrderId: order.externalOrderId,
  name: order.name,
  updatedAt: order.updatedAt,
  reason,
});

/** A store in memory that takes whatever it is told and keeps books of it. */
export function tradingShop(id: 'woocommerce' | 'shopify' = 'woocommerce'): TradingShop {
  const base = fakeChannel(id);
  const { fault, heal, run } = faulty(base.calls);
  const self: TradingShop = Object.assign(base, {
    orders: new Map<string, ChannelOrder>(),
    fulfillments: [],
    updates: [],
    notes: [],
    tagCalls: [],
    refunds: [],
    refundedThere: new Map<string, number>(),
    edited: new Map<string, string>(),
    fault,
    heal,
    hides: false,
    pageSize: 2,
    unread: new Map<string, UnreadableReason>(),
    getOrder: (_ctx: unknown, orderId: string) =>
      run('getOrder', () => {
        const order = self.orders.get(orderId);
        const reason = self.unread.get(orderId);
        if (order && reason) throw new UnreadableOrderError(unreadOf(order, reason));
        return structuredClone(order);
      }),
    orderStates: (_ctx: unknown, ids: readonly string[]) =>
      run('orderStates', () =>
        ids.flatMap((id) => {
          const order = self.orders.get(id);
          if (!order) return [];
          const { externalOrderId, updatedAt, cancelledAt, financialStatus, total, payment } = order;
          const paysOnDelivery = payment?.onDelivery ?? false;
          return [{ externalOrderId, updatedAt, cancelledAt, financialStatus, total, paysOnDelivery }];
        }),
      ),
    listOrders: (_ctx: unknown, input: { updatedAfter: string; cursor?: string }) =>
      run('listOrders', () => {
        const changed = [...self.orders.values()]
          .filter((order) => order.updatedAt >= input.updatedAfter)
          .sort((a, b) => (a.updatedAt < b.updatedAt ? -1 : 1));
        const from = Number(input.cursor ?? 0);
        const to = from + self.pageSize;
        const page = changed.slice(from, to);
        const reasonOf = (order: ChannelOrder) => self.unread.get(order.externalOrderId);
        return {
          items: structuredClone(page.filter((order) => !reasonOf(order))),
          unread: page.flatMap((order) => {
            const reason = reasonOf(order);
            return reason ? [unreadOf(order, reason)] : [];
          }),
          ...(to < changed.length ? { nextCursor: String(to) } : {}),
        };
      }),
    createFulfillment: (_ctx: unknown, input: FulfillmentInput) =>
      run('createFulfillment', () => {
        const made = { input, id: `f${self.fulfillments.length + 1}` };
        self.fulfillments.push(made);
        const order = self.orders.get(input.externalOrderId);
        for (const piece of input.lines) {
          const line = order?.lines.find((one) => one.externalLineId === piece.externalLineId);
          if (line) line.fulfillableQuantity = Math.max(0, line.fulfillableQuantity - piece.quantity);
        }
        if (order) {
          const open = order.lines.some((line) => line.requiresShipping && line.fulfillableQuantity > 0);
          order.fulfillmentStatus = open ? 'partially_fulfilled' : 'fulfilled';
          order.updatedAt = new Date(Date.parse(order.updatedAt) + 1_000).toISOString();
        }
        return { externalFulfillmentId: made.id, trackingNumbers: [input.tracking.number], lines: input.lines };
      }),
    updateTracking: (_ctx: unknown, input: TrackingUpdate) =>
      run('updateTracking', () => {
        self.updates.push(input);
        return 'done' as const;
      }),
    findTracking: (_ctx: unknown, input: TrackingUpdate) =>
      run('findTracking', (): TrackingState => {
        if (input.from && self.edited.has(input.from.number)) return 'edited';
        const shown = self.hides ? [] : self.updates;
        return shown.some((one) => one.ref === input.ref && isDeepStrictEqual(one.to, input.to)) ? 'done' : 'pending';
      }),
    readOrderNotes: (_ctx: unknown, orderId: string) =>
      run('readOrderNotes', (): OrderNotes | undefined => {
        const order = self.orders.get(orderId);
        return order && structuredClone({ note: order.note, tags: order.tags, staffNotes: order.staffNotes });
      }),
    writeOrderNote: (_ctx: unknown, { externalOrderId, text }: { externalOrderId: string; text: string }) =>
      run('writeOrderNote', () => {
        const order = self.orders.get(externalOrderId);
        if (!order) throw new ConnectorError('not-found', 'no such order');
        self.notes.push(text);
        if (self.capabilities.orderNotes.kind === 'replace') {
          order.note = text;
          return {};
        }
        const staffNote = { id: `n${self.notes.length}`, text, author: 'Owner', at: order.updatedAt };
        order.staffNotes = [...(order.staffNotes ?? []), staffNote];
        return { staffNote };
      }),
    changeOrderTag: (
      _ctx: unknown,
      { externalOrderId, kind, tag }: { externalOrderId: string; kind: 'add' | 'remove'; tag: string },
    ) =>
      run('changeOrderTag', () => {
        const order = self.orders.get(externalOrderId);
        if (!order) throw new ConnectorError('not-found', 'no such order');
        self.tagCalls.push(`${kind} ${tag}`);
        const others = (order.tags ?? []).filter((one) => one.toLowerCase() !== tag.toLowerCase());
        order.tags = kind === 'add' ? [...others, tag] : others;
      }),
    readRefundable: (_ctx: unknown, orderId: string) =>
      run('readRefundable', () => {
        const order = self.orders.get(orderId);
        if (!order) return undefined;
        const own = (self.hides ? [] : self.refunds).filter((one) => one.externalOrderId === orderId);
        const back = own.reduce((all, one) => all + one.amount.amount, self.refundedThere.get(orderId) ?? 0);
        return { paid: order.total, left: money(Math.max(0, order.total.amount - back), order.currency) };
      }),
    createRefund: (_ctx: unknown, input: RefundInput) =>
      run('createRefund', () => {
        self.refunds.push(structuredClone(input));
        const order = self.orders.get(input.externalOrderId);
        if (order) {
          order.financialStatus = 'partially_refunded';
          order.updatedAt = new Date(Date.parse(order.updatedAt) + 1_000).toISOString();
        }
        return { externalRefundId: `r${self.refunds.length}` };
      }),
    findRefund: (_ctx: unknown, { ref }: RefundInput) =>
      run('findRefund', () => {
        const at = self.hides ? -1 : self.refunds.findIndex((one) => one.ref === ref);
        return at < 0 ? undefined : { externalRefundId: `r${at + 1}` };
      }),
    listFulfillments: (_ctx: unknown, orderId: string) =>
      run('listFulfillments', (): ChannelFulfillment[] =>
        (self.hides ? [] : self.fulfillments)
          .filter((one) => one.input.externalOrderId === orderId)
          .map(({ input, id: externalFulfillmentId }) => ({
            externalFulfillmentId,
            ref: input.ref,
            trackingNumbers: [input.tracking.number],
            lines: input.lines,
          })),
      ),
  });
  return self;
}

/** A believable order of a store; `at` makes it differ from the others. */
export function fakeOrder(at: number, change: Partial<ChannelOrder> = {}): ChannelOrder {
  const usd = (amount: number): Money => money(amount, 'USD');
  const day = new Date(Date.now() - 3_600_000 + at * 1_000).toISOString();
  return {
    externalOrderId: String(1000 + at),
    name: `#${1000 + at}`,
    createdAt: day,
    updatedAt: day,
    currency: 'USD',
    subtotal: usd(5_000),
    shippingTotal: usd(500),
    taxTotal: usd(0),
    taxIncluded: false,
    feeTotal: usd(0),
    discountTotal: usd(0),
    total: usd(5_500),
    financialStatus: 'paid',
    fulfillmentStatus: 'unfulfilled',
    customerEmail: `jane${at}@example.com`,
    customerName: 'Jane Doe',
    shippingAddress: {
      firstName: 'Jane',
      lastName: 'Doe',
      address1: '1 Main Street',
      city: 'Springfield',
      province: 'Illinois',
      provinceCode: 'IL',
      postalCode: '62701',
      countryCode: 'US',
      phone: '+1 217 555 0100',
    },
    lines: [orderLine('a', 'SKU-A'), orderLine('b', 'SKU-B')],
    ...change,
  };
}

export const orderLine = (
  id: string,
  sku: string,
  change: Partial<ChannelOrder['lines'][number]> = {},
): ChannelOrder['lines'][number] => ({
  externalLineId: id,
  externalProductId: `xp-${sku}`,
  externalVariantId: `xv-${sku}`,
  sku,
  title: `Lamp ${sku}`,
  quantity: 1,
  fulfillableQuantity: 1,
  unitPrice: money(2_500, 'USD'),
  discount: money(0, 'USD'),
  requiresShipping: true,
  ...change,
});
