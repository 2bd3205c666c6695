import { z } from 'zod';
import { emailSchema, passwordSchema, signedInSchema } from './accounts.ts';
import { call } from './call.ts';
import { PICTURE_FILE } from './picture-file.ts';
import { idSchema, timeSchema } from './shapes.ts';

const ownPassword = z.string().min(1).max(72);

/** Onboarding keys: document 1, section 3, with the name of the product (decision A36). */
export const META_KEYS = [
  'order_onboarding_ao',
  'NEW_FEATURE_ORDER',
  'OB_MAPPED_BY_QUAYSIDE',
  'AI_ENHANCER',
  'LUNAR_NEW_YEAR',
  'OB_SETTING_PHONE_NUMBER',
  'DEMO_MODE',
] as const;

/** Apps of the switcher: document 1, section 1. */
export const APPS = ['omni_dropshipping', 'product_researcher'] as const;

/** URL of the person's avatar; null: none. */
const pictureSchema = z.object({ avatar: z.string().nullable() });

/** Account export and deletion, onboarding state, demo mode, avatar. */
export const accountData = {
  exportAccount: call({
    id: 'own',
    method: 'POST',
    path: '/auth/account/export',
    access: 'account',
    recheck: true,
    summary: 'A link to everything this account holds, as JSON. It works for 15 minutes.',
    body: z.strictObject({ password: ownPassword }),
    data: z.object({ url: z.string(), expires_at: timeSchema }),
    perMinute: 30,
  }),
  deleteAccount: call({
    id: 'C010',
    method: 'DELETE',
    path: '/auth/account/delete',
    access: 'account',
    recheck: true,
    summary: 'Delete the account in 14 days. Every session ends; signing in until then keeps the account.',
    body: z.strictObject({ password: ownPassword }),
    data: z.object({ delete_at: timeSchema }),
    perMinute: 30,
  }),
  statistic: call({
    id: 'C035',
    method: 'GET',
    path: '/auth/account/statistic',
    access: 'account',
    summary: 'How much there is in the workspaces that this account owns.',
    data: z.object({
      workspaces: z.int(),
      stores: z.int(),
      products: z.int(),
      listings: z.int(),
      orders: z.int(),
      supplier_orders: z.int(),
    }),
  }),
  updateMeta: call({
    id: 'C011',
    method: 'POST',
    path: '/auth/account/update-meta',
    access: 'account',
    summary: 'Dismiss an onboarding key for good; for DEMO_MODE, end the demo mode.',
    body: z.strictObject({ meta_key: z.enum(META_KEYS) }),
    data: z.object({ remaining_meta_keys: z.record(z.string(), z.boolean()) }),
  }),
  setDemoMode: call({
    id: 'own',
    method: 'POST',
    path: '/auth/account/demo-mode',
    access: 'account',
    summary:
      'Switch the demo mode of one’s account on or off: while it is on, nothing is imported or pushed in the workspaces that the account owns.',
    body: z.strictObject({ on: z.boolean() }),
    data: z.object({ remaining_meta_keys: z.record(z.string(), z.boolean()) }),
  }),
  connectAccount: call({
    id: 'C003',
    method: 'POST',
    path: '/auth/account/connect',
    access: 'account',
    summary:
      'Connect another account that is one’s own too: who proves it by its sign-in works in its workspaces as a manager from then on.',
    confirm: true,
    body: z.strictObject({
      email: emailSchema,
      password: ownPassword,
      /** Required (TWO_FACTOR_CODE_NEEDED) if the other account has 2FA. */
      code: z.string().trim().min(1).max(20).optional(),
    }),
    data: z.object({ workplace_ids: z.array(idSchema) }),
    perMinute: 30,
  }),
  setPicture: call({
    id: 'own',
    method: 'PUT',
    path: '/auth/account/picture',
    access: 'account',
    summary:
      'Set the picture of who is signed in. The body is the file; what is kept is the whole of it on a white square of 300 pixels, without whatever else the file said.',
    file: PICTURE_FILE,
    data: pictureSchema,
    perMinute: 20,
  }),
  removePicture: call({
    id: 'own',
    method: 'DELETE',
    path: '/auth/account/picture',
    access: 'account',
    summary: 'Take the picture of who is signed in away.',
    data: pictureSchema,
  }),
  chooseApp: call({
    id: 'C012',
    method: 'POST',
    path: '/auth/app',
    access: 'account',
    summary: 'Note which app of the switcher was chosen.',
    query: z.strictObject({ app: z.enum(APPS) }),
    data: z.object({ app: z.enum(APPS) }),
  }),
  firstTime: call({
    id: 'C040',
    method: 'GET',
    path: '/auth/first-time-in-app',
    access: 'account',
    summary: 'Whether the person is in the app for the first time; asked once, it is noted.',
    query: z.strictObject({ owner_id: idSchema.optional() }),
    data: z.object({ first_time: z.boolean() }),
  }),
  claimOperator: call({
    id: 'own',
    method: 'POST',
    path: '/auth/operator/claim',
    access: 'public',
    summary:
      "Open an operator's account by the link that the start prints, with a new password. Sessions, tokens and other ways in of before end.",
    body: z.strictObject({ id: idSchema, code: z.string().min(1).max(200), password: passwordSchema }),
    data: signedInSchema,
    perMinute: 30,
  }),
  tryNow: call({
    id: 'C013',
    method: 'POST',
    path: '/auth/try-now',
    access: 'public',
    summary: 'While the sandbox is on: enter the demo account, to look around without signing up.',
    body: z.strictObject({}),
    data: signedInSchema,
    perMinute: 30,
  }),
};
