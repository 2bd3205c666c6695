import { z } from 'zod';
import { languageSchema } from './accounts.ts';
import { call } from './call.ts';
import { RETURN_MAIL_KINDS } from './return-choices.ts';
import { doneSchema, idSchema, timeSchema } from './shapes.ts';
import { SHOPPER_MAIL_KINDS, SHOPPER_MAIL_STATES } from './shopper-mail-choices.ts';

const kind = z.enum(SHOPPER_MAIL_KINDS);

const settingSchema = z
  .strictObject({
    /** Whether each kind is sent. A change before it was switched on is never mailed. */
    kinds: z.strictObject({
      shipped: z.boolean(),
      out_for_delivery: z.boolean(),
      delivered: z.boolean(),
      problem: z.boolean(),
    }),
    /** Name of the sender; null: the shop's. */
    sender_name: z
      .string()
      .trim()
      .min(1)
      .max(80)
      .regex(/^[^<>"@\p{Cc}]+$/u)
      .nullable(),
    /** Where shoppers' replies go; null: to the address of this installation. */
    reply_to: z.email().max(200).nullable(),
    language: languageSchema,
  })
  .meta({ id: 'ShopperMailSetting' });
export type ShopperMailSetting = z.output<typeof settingSchema>;

const answerSchema = z.object({
  setting: settingSchema,
  /** The store has a setting of its own; false: it uses the workspace's. */
  is_own: z.boolean(),
  in_plan: z.boolean(),
  /** First plan that has them. */
  plan: z.string(),
  /** Why this installation sends no emails to shoppers. */
  obstacle: z.enum(['no_server', 'no_url']).nullable(),
});

const letterSchema = z.object({ subject: z.string(), text: z.string(), html: z.string() });
const mailSchema = z
  .object({
    mail_id: idSchema,
    order_id: idSchema,
    order_name: z.string(),
    /** Of a parcel, or of a return. */
    kind: z.enum([...SHOPPER_MAIL_KINDS, ...RETURN_MAIL_KINDS]),
    state: z.enum(SHOPPER_MAIL_STATES),
    /** Why it was not sent. */
    reason: z.string().nullable(),
    created_at: timeSchema,
    sent_at: timeSchema.nullable(),
  })
  .meta({ id: 'ShopperMail' });
export type ShopperMail = z.output<typeof mailSchema>;

const mailingSchema = z.object({
  shop_name: z.string(),
  brand: z.object({ logo_url: z.string().nullable(), color: z.string().nullable() }).nullable(),
  /** Whether the shop may send emails about parcels to the reader. */
  mails: z.boolean(),
});

/** An encrypted value, as in a link. */
const token = z
  .string()
  .min(1)
  .max(600)
  .regex(/^[\w-]+$/);
const ofStore = { store_id: idSchema.optional() };
const sample = { ...ofStore, kind, language: languageSchema };

export const shopperMails = {
  setting: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/mails/setting',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get the emails that shoppers of the workspace, or of one store, get about their parcels.',
    query: z.object(ofStore),
    data: answerSchema,
  }),
  saveSetting: call({
    id: 'own',
    method: 'PUT',
    path: '/orders/v5/tracking/mails/setting',
    access: 'workplace',
    needs: 'workspace.change',
    summary:
      "Change the emails to shoppers of the workspace, or of one store. setting: null: the store uses the workspace's again. Needs Growth or above.",
    body: z.strictObject({ ...ofStore, setting: settingSchema.nullable() }),
    data: answerSchema,
  }),
  preview: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/mails/preview',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get an email to shoppers with sample data, exactly as it would be sent.',
    query: z.object(sample),
    data: letterSchema,
  }),
  sendTest: call({
    id: 'own',
    method: 'POST',
    path: '/orders/v5/tracking/mails/test',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Send the preview to your own address.',
    body: z.strictObject(sample),
    data: doneSchema,
    perMinute: 20,
  }),
  recent: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/mails',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'List the latest emails to shoppers with their states, newest first.',
    query: z.object(ofStore),
    data: z.object({ items: z.array(mailSchema) }),
  }),
  read: call({
    id: 'own',
    method: 'GET',
    path: '/orders/v5/tracking/mails/{shopper_mail_id}',
    access: 'workplace',
    needs: 'orders.read',
    summary: 'Get an email to a shopper as it would be written now; its text is not stored.',
    params: z.object({ shopper_mail_id: idSchema }),
    data: letterSchema,
  }),
  mailing: call({
    id: 'own',
    method: 'GET',
    path: '/open-api/shopper-mails/{token}',
    access: 'public',
    summary: 'Get the shop of an unsubscribe link; changes nothing.',
    params: z.object({ token }),
    data: mailingSchema,
    perMinute: 60,
  }),
  changeMailing: call({
    id: 'own',
    method: 'POST',
    path: '/open-api/shopper-mails',
    access: 'public',
    summary:
      "Unsubscribe from a shop's emails about parcels, or subscribe again. Mail clients unsubscribe with a POST to the link itself (RFC 8058).",
    body: z.strictObject({ token, mails: z.boolean() }),
    data: mailingSchema,
    perMinute: 60,
  }),
};
