import { z } from 'zod';
import { languageSchema } from './accounts.ts';
import { call } from './call.ts';
import {
  MOST_RETURN_DAYS,
  MOST_RETURN_LINES,
  MOST_RETURN_TEXT,
  RETURN_ACTIONS,
  RETURN_DISPOSITIONS,
  RETURN_KINDS,
  RETURN_MAIL_KINDS,
  RETURN_REASONS,
  RETURN_REFUND_METHODS,
  RETURN_REFUND_STATES,
  RETURN_STATES,
} from './return-choices.ts';
import {
  countryCodeSchema,
  currencySchema,
  doneSchema,
  idSchema,
  moneySchema,
  pageQueryShape,
  problemSchema,
  queryBool,
  queryList,
  supplierSchema,
  timeSchema,
} from './shapes.ts';
import { SHOPPER_MAIL_STATES } from './shopper-mail-choices.ts';

/** Returns and exchanges of customers, from the request to the refund or the replacement. */

const text = z.string().trim().max(MOST_RETURN_TEXT);
/** Minor units; large enough for any order, small enough to add up safely. */
const amount = z.int().min(0).max(1_000_000_000_00);
const addressText = (most: number) => z.string().trim().max(most).default('');

const postalShape = {
  /** Recipient: a company or a person. */
  name: z.string().trim().min(1).max(120),
  address1: z.string().trim().min(1).max(200),
  address2: addressText(200),
  city: z.string().trim().min(1).max(100),
  province: addressText(100),
  postal_code: addressText(20),
  country_code: countryCodeSchema,
  phone: addressText(40),
};
const postalSchema = z.object(postalShape).meta({ id: 'ReturnPostalAddress' });
export type ReturnPostalAddress = z.output<typeof postalSchema>;

const addressBody = z
  .strictObject({
    ...postalShape,
    /** For returns of one store; null: not limited to a store. */
    store_id: idSchema.nullable().default(null),
    /** For items of one supplier; null: any. */
    source: supplierSchema.nullable().default(null),
  })
  .refine((body) => body.store_id === null || body.source === null, {
    path: ['source'],
    error: 'RETURN_ADDRESS_ONE_SCOPE',
  });

const addressSchema = z
  .object({
    return_address_id: idSchema,
    ...postalShape,
    store_id: idSchema.nullable(),
    source: supplierSchema.nullable(),
    updated_at: timeSchema,
  })
  .meta({ id: 'ReturnAddress' });
export type ReturnAddress = z.output<typeof addressSchema>;

const settingSchema = z
  .strictObject({
    /** Days after delivery in which a return can be requested. */
    window_days: z.int().min(1).max(MOST_RETURN_DAYS),
    /** Days after approval in which the customer should send the items back. */
    send_back_days: z.int().min(1).max(120),
    /** Below this value of the items, in minor units, keeping them is proposed; null: never. */
    keep_below: amount.nullable(),
    /** Currency of `keep_below`; orders in other currencies are converted at the exchange rate of the day. */
    keep_currency: currencySchema.nullable(),
    /** Restocking fee suggested for refunds, in percent of the items' price; 0: none. */
    restocking_percent: z.int().min(0).max(100).default(0),
    /** Added to the instructions in the email; empty: nothing. */
    instructions: text,
  })
  .refine((body) => body.keep_below === null || body.keep_currency !== null, {
    path: ['keep_currency'],
    error: 'INPUT_REQUIRED',
  })
  .meta({ id: 'ReturnSetting' });
export type ReturnSetting = z.output<typeof settingSchema>;

const settingAnswer = z.object({
  setting: settingSchema,
  /** The store has a setting of its own; false: it uses the workspace's. */
  is_own: z.boolean(),
});

const lineSchema = z
  .object({
    line_item_id: idSchema,
    title: z.string(),
    variant_title: z.string().nullable(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    source: supplierSchema.nullable(),
    /** Items that the customer returns. */
    quantity: z.int(),
    /** Items that arrived; null: nothing yet. */
    received: z.int().nullable(),
    disposition: z.enum(RETURN_DISPOSITIONS).nullable(),
    /** Price of one item, less its discount. */
    unit_price: moneySchema,
  })
  .meta({ id: 'ReturnLine' });
export type ReturnLine = z.output<typeof lineSchema>;

const refundSchema = z
  .object({
    refund_id: idSchema,
    state: z.enum(RETURN_REFUND_STATES),
    method: z.enum(RETURN_REFUND_METHODS),
    amount: moneySchema,
    /** The store's number of the refund; null: none (yet). */
    reference: z.string().nullable(),
    note: z.string(),
    /** Why it failed or waits, and what to do. The parameter `detail` has the store's own words, if there are any. */
    problem: problemSchema.nullable(),
    requested_by: z.string(),
    requested_at: timeSchema,
    done_at: timeSchema.nullable(),
  })
  .meta({ id: 'ReturnRefund' });
export type ReturnRefund = z.output<typeof refundSchema>;

const returnSchema = z
  .object({
    return_id: idSchema,
    /** What the customer writes on the parcel: the order's name and a number, such as "#1001-R1". */
    name: z.string(),
    order_id: idSchema,
    order_name: z.string(),
    store_id: idSchema,
    store_name: z.string().nullable(),
    is_sandbox: z.boolean(),
    /** The order was created in Quayside, so that its refunds are recorded only here. */
    is_manual: z.boolean(),
    customer_name: z.string().nullable(),
    kind: z.enum(RETURN_KINDS),
    reason: z.enum(RETURN_REASONS),
    state: z.enum(RETURN_STATES),
    /** It waits for you: see the filter of the list. */
    needs_action: z.boolean(),
    /** The customer's words. */
    customer_note: z.string(),
    customer_keeps: z.boolean(),
    /** Who allowed a request after the window; null: it was inside. */
    outside_window_by: z.string().nullable(),
    /** Where the items go; null before approval, or if the customer keeps them. */
    address: postalSchema.nullable(),
    /** Added to the email by the person who approved. */
    instructions: z.string(),
    /** Until when the items should be sent back. */
    send_back_by: timeSchema.nullable(),
    carrier: z.string().nullable(),
    tracking_number: z.string().nullable(),
    /** Why it was rejected, canceled or closed. */
    decision_note: z.string().nullable(),
    lines: z.array(lineSchema),
    /** Price of the items, less discounts. */
    value: moneySchema,
    /** The latest refund that was not withdrawn; earlier ones failed. */
    refund: refundSchema.nullable(),
    exchange_order: z.object({ order_id: idSchema, name: z.string() }).nullable(),
    /** Emails to the customer about this return. */
    mails: z.array(
      z.object({
        kind: z.enum(RETURN_MAIL_KINDS),
        state: z.enum(SHOPPER_MAIL_STATES),
        reason: z.string().nullable(),
        sent_at: timeSchema.nullable(),
      }),
    ),
    /** What is possible now; a person without orders.change or orders.pay can do none of it. */
    actions: z.array(z.enum(RETURN_ACTIONS)),
    requested_by: z.string(),
    created_at: timeSchema,
    updated_at: timeSchema,
    /** When it was refunded, exchanged, rejected, canceled or closed. */
    ended_at: timeSchema.nullable(),
  })
  .meta({ id: 'Return' });
export type Return = z.output<typeof returnSchema>;

const optionSchema = z
  .object({
    line_item_id: idSchema,
    title: z.string(),
    variant_title: z.string().nullable(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    source: supplierSchema.nullable(),
    /** Items bought. */
    quantity: z.int(),
    /** Items that can be returned: bought, less refunded ones and those in other returns. */
    returnable: z.int(),
    unit_price: moneySchema,
    /** When the last parcel with it arrived; null: unknown. */
    delivered_at: timeSchema.nullable(),
    /** End of the window; null: it has not started. */
    window_ends_at: timeSchema.nullable(),
    is_outside_window: z.boolean(),
  })
  .meta({ id: 'ReturnOption' });
export type ReturnOption = z.output<typeof optionSchema>;

/** Sums in the order's currency. */
const figuresSchema = z
  .object({
    /** Price of the items that arrived (all of them, if the customer keeps them), less discounts. */
    items: moneySchema,
    /** Tax on them that is added to prices; zero if prices include it. */
    tax: moneySchema,
    /** Shipping that the customer paid, with its tax. */
    shipping: moneySchema,
    /** As asked, or what the return policy suggests. */
    restocking_fee: moneySchema,
    /** The return policy's percentage behind a suggested fee; null: the fee was given. */
    restocking_percent: z.int().nullable(),
    /** items + tax + shipping - restocking_fee, at most what is left. */
    amount: moneySchema,
    /** What the customer paid; null: the store couldn't be asked, or the order isn't in a store. */
    paid: moneySchema.nullable(),
    /** The most that the store can still refund; null as `paid`. */
    left: moneySchema.nullable(),
    /** Methods that are possible for this order. */
    methods: z.array(z.enum(RETURN_REFUND_METHODS)),
    /** Why the store couldn't be asked. */
    problem: problemSchema.nullable(),
  })
  .meta({ id: 'ReturnFigures' });
export type ReturnFigures = z.output<typeof figuresSchema>;

const letterSchema = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The customer's address; null: the order has none, so that nothing is sent. */
  to: z.string().nullable(),
  /** Why it isn't sent: a sandbox, or no mail server. */
  obstacle: z.string().nullable(),
});

const approval = {
  /** Absent: as requested. */
  kind: z.enum(RETURN_KINDS).optional(),
  customer_keeps: z.boolean().default(false),
  /** Absent: the proposed address. Ignored if the customer keeps the items. */
  return_address_id: idSchema.optional(),
  /** Added to the email. */
  instructions: text.default(''),
};

const ofReturn = z.object({ return_id: idSchema });
const filters = { store_id: idSchema.optional() };
const note = z.strictObject({ note: text.min(1) });
const read = { id: 'own', access: 'workplace', needs: 'orders.read' } as const;
const change = { id: 'own', method: 'POST', access: 'workplace', needs: 'orders.change' } as const;

export const returns = {
  options: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/options',
    summary: 'Which items of an order can be returned, and until when.',
    query: z.object({ order_id: idSchema }),
    data: z.object({
      currency: z.string(),
      items: z.array(optionSchema),
      /** Why nothing can be returned; null: something can. */
      problem: problemSchema.nullable(),
    }),
  }),
  list: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/list',
    summary: 'List returns, newest first.',
    query: z.object({
      cursor: pageQueryShape.cursor,
      page_size: pageQueryShape.page_size,
      store_id: filters.store_id,
      /** Of this order, or replaced by it. */
      order_id: idSchema.optional(),
      state: queryList(z.enum(RETURN_STATES)).optional(),
      /** Only returns that have not ended. */
      open: queryBool.optional(),
      /**
       * Only returns that wait for you: requested, arrived, with a failed refund, approved with items that the customer keeps, or
       * approved and past the date to send the items back. false: only others.
       */
      needs_action: queryBool.optional(),
      /** Prefix of the order's name, with or without "#". */
      keyword: z.string().trim().max(60).optional(),
    }),
    data: z.object({ items: z.array(returnSchema), next_cursor: z.string().optional() }),
  }),
  counts: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/count',
    summary: 'Count returns by state, those that have not ended, and those that wait for you.',
    query: z.object({ store_id: filters.store_id }),
    data: z.object({ open: z.int(), needs_action: z.int(), states: z.record(z.enum(RETURN_STATES), z.int()) }),
  }),
  get: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/detail/{return_id}',
    summary: 'Get a return.',
    params: ofReturn,
    data: returnSchema,
  }),
  create: call({
    ...change,
    path: '/orders/returns/v1',
    summary: 'Record what a customer wants to return or exchange. Idempotent by key.',
    body: z.strictObject({
      order_id: idSchema,
      kind: z.enum(RETURN_KINDS),
      reason: z.enum(RETURN_REASONS),
      customer_note: text.default(''),
      lines: z
        .array(z.strictObject({ line_item_id: idSchema, quantity: z.int().min(1).max(100_000) }))
        .min(1)
        .max(MOST_RETURN_LINES),
      /** Allows items whose return window is over; the caller is recorded. */
      outside_window: z.boolean().default(false),
      idempotency_key: z.string().min(8).max(80),
    }),
    data: returnSchema,
    perMinute: 120,
  }),
  proposal: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/detail/{return_id}/proposal',
    summary: 'What is proposed for the approval of a return: address, and whether the customer keeps the items.',
    params: ofReturn,
    data: z.object({
      customer_keeps: z.boolean(),
      /** Why the limit for keeping the items couldn't be compared; null: it could, or there is none. */
      keep_problem: problemSchema.nullable(),
      /** null: there is no return address yet. */
      address: addressSchema.nullable(),
      send_back_by: timeSchema,
      /** From the settings; always part of the email. */
      instructions: z.string(),
    }),
  }),
  approve: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/approve',
    summary: 'Approve a return and email the instructions to the customer.',
    params: ofReturn,
    body: z.strictObject(approval),
    data: returnSchema,
  }),
  reject: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/reject',
    summary: 'Reject a return and email the reason to the customer.',
    params: ofReturn,
    body: note,
    data: returnSchema,
  }),
  sendBack: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/send-back',
    summary: 'Record that the customer sent the items back, or correct the tracking number.',
    params: ofReturn,
    body: z.strictObject({
      carrier: z.string().trim().max(80).default(''),
      tracking_number: z.string().trim().max(100).default(''),
    }),
    data: returnSchema,
  }),
  receive: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/receive',
    summary: 'Record the items that arrived and what happened to them. Every line of the return is named.',
    params: ofReturn,
    body: z.strictObject({
      lines: z
        .array(
          z.strictObject({
            line_item_id: idSchema,
            /** 0: it did not arrive. */
            received: z.int().min(0).max(100_000),
            /** Required if something arrived. */
            disposition: z.enum(RETURN_DISPOSITIONS).nullable().default(null),
          }),
        )
        .min(1)
        .max(MOST_RETURN_LINES),
    }),
    data: returnSchema,
  }),
  figures: call({
    ...read,
    method: 'POST',
    path: '/orders/returns/v1/detail/{return_id}/figures',
    summary: 'Propose the amount of a refund and ask the store what it can still refund. Changes nothing.',
    params: ofReturn,
    body: z.strictObject({
      with_shipping: z.boolean().default(false),
      /** Minor units; absent: as the return policy suggests. */
      restocking_fee: amount.optional(),
    }),
    data: figuresSchema,
    perMinute: 120,
  }),
  refund: call({
    id: 'own',
    method: 'POST',
    path: '/orders/returns/v1/detail/{return_id}/refund',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Refund the customer through the store, once. Refused if the amount exceeds what the store can still refund.',
    params: ofReturn,
    body: z.strictObject({
      /** Minor units of the order's currency. */
      amount: amount.min(1),
      method: z.enum(RETURN_REFUND_METHODS),
      /** Put the items back into the store's stock. */
      restock: z.boolean().default(false),
      /** Reason in the store; for `outside`, how the customer was paid back. */
      note: z.string().trim().max(200).default(''),
    }),
    data: returnSchema,
    perMinute: 60,
  }),
  withdrawRefund: call({
    id: 'own',
    method: 'POST',
    path: '/orders/returns/v1/detail/{return_id}/refund/withdraw',
    access: 'workplace',
    needs: 'orders.pay',
    summary: 'Withdraw a refund that has not been sent to the store. Refused once the store may have it.',
    params: ofReturn,
    body: z.strictObject({}),
    data: returnSchema,
  }),
  exchange: call({
    id: 'own',
    method: 'POST',
    path: '/orders/returns/v1/detail/{return_id}/exchange',
    access: 'workplace',
    needs: 'orders.pay',
    summary:
      'Create the replacement order: an order at a price of zero to the same address, which is no sale. Place it like any order.',
    params: ofReturn,
    body: z.strictObject({
      /** Other variants than those returned; absent: the same items. */
      lines: z
        .array(z.strictObject({ line_item_id: idSchema, variant_id: idSchema }))
        .max(MOST_RETURN_LINES)
        .default([]),
    }),
    data: returnSchema,
  }),
  cancel: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/cancel',
    summary: 'Cancel a return whose items have not arrived.',
    params: ofReturn,
    body: note,
    data: returnSchema,
  }),
  close: call({
    ...change,
    path: '/orders/returns/v1/detail/{return_id}/close',
    summary: 'Close a return without refund or exchange, with the reason.',
    params: ofReturn,
    body: note,
    data: returnSchema,
  }),
  mailPreview: call({
    ...read,
    method: 'POST',
    path: '/orders/returns/v1/detail/{return_id}/mail-preview',
    summary: 'Get the email to the customer exactly as it would be sent. Nothing is stored or sent.',
    params: ofReturn,
    body: z.strictObject({
      mail: z.enum(RETURN_MAIL_KINDS),
      /** For return_approved before the approval. */
      ...approval,
      /** For return_rejected: the reason. */
      note: text.default(''),
      /** For return_refunded before the refund, in minor units. */
      amount: amount.optional(),
    }),
    data: letterSchema,
    perMinute: 120,
  }),
  addresses: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/addresses',
    summary: "List return addresses. A supplier's address comes before a store's, and that before the workspace's.",
    data: z.object({ items: z.array(addressSchema) }),
  }),
  createAddress: call({
    id: 'own',
    method: 'POST',
    path: '/orders/returns/v1/addresses',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Add a return address of the workspace, of a store, or for the items of a supplier; one each.',
    body: addressBody,
    data: addressSchema,
  }),
  saveAddress: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/returns/v1/addresses/{return_address_id}',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Change a return address. Approved returns keep the address that their customers were sent.',
    params: z.object({ return_address_id: idSchema }),
    body: addressBody,
    data: addressSchema,
  }),
  deleteAddress: call({
    id: 'own',
    method: 'DELETE',
    path: '/orders/returns/v1/addresses/{return_address_id}',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Delete a return address.',
    params: z.object({ return_address_id: idSchema }),
    data: doneSchema,
  }),
  setting: call({
    ...read,
    method: 'GET',
    path: '/orders/returns/v1/setting',
    summary: 'Get the return settings of the workspace, or of one store.',
    query: z.object({ store_id: filters.store_id }),
    data: settingAnswer,
  }),
  saveSetting: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/returns/v1/setting',
    access: 'workplace',
    needs: 'workspace.change',
    summary:
      "Change the return settings of the workspace, or of one store. setting: null: the store uses the workspace's again.",
    body: z.strictObject({ store_id: filters.store_id, setting: settingSchema.nullable() }),
    data: settingAnswer,
  }),
  settingPreview: call({
    ...read,
    method: 'POST',
    path: '/orders/returns/v1/setting/preview',
    summary: 'Get the email with the return instructions for sample items, with settings that need not be saved.',
    body: z.strictObject({
      store_id: filters.store_id,
      language: languageSchema,
      send_back_days: settingSchema.shape.send_back_days,
      instructions: text,
    }),
    data: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
    perMinute: 120,
  }),
};
