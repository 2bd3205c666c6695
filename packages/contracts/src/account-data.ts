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
    summary: 'Create a link to an export of all account data as JSON. It works for 15 minutes.',
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
    summary: 'Delete the account in 14 days. All sessions end; signing in before then cancels the deletion.',
    body: z.strictObject({ password: ownPassword }),
    data: z.object({ delete_at: timeSchema }),
    perMinute: 30,
  }),
  statistic: call({
    id: 'C035',
    method: 'GET',
    path: '/auth/account/statistic',
    access: 'account',
    summary: 'Get counts of the data in the workspaces that this account owns.',
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
    summary: 'Dismiss an onboarding key permanently; DEMO_MODE ends demo mode.',
    body: z.strictObject({ meta_key: z.enum(META_KEYS) }),
    data: z.object({ remaining_meta_keys: z.record(z.string(), z.boolean()) }),
  }),
  setDemoMode: call({
    id: 'own',
    method: 'POST',
    path: '/auth/account/demo-mode',
    access: 'account',
    summary:
      'Turn demo mode on or off. While it is on, nothing is imported or pushed in workspaces that the account owns.',
    body: z.strictObject({ on: z.boolean() }),
    data: z.object({ remaining_meta_keys: z.record(z.string(), z.boolean()) }),
  }),
  connectAccount: call({
    id: 'C003',
    method: 'POST',
    path: '/auth/account/connect',
    access: 'account',
    summary:
      "Connect another account of yours: after proving its sign-in, it becomes a manager of this account's workspaces.",
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
      'Upload an avatar as the request body. It is fitted on a white square of 300 pixels and its metadata is removed.',
    file: PICTURE_FILE,
    data: pictureSchema,
    perMinute: 20,
  }),
  removePicture: call({
    id: 'own',
    method: 'DELETE',
    path: '/auth/account/picture',
    access: 'account',
    summary: 'Remove your avatar.',
    data: pictureSchema,
  }),
  chooseApp: call({
    id: 'C012',
    method: 'POST',
    path: '/auth/app',
    access: 'account',
    summary: 'Record the app chosen in the app switcher.',
    query: z.strictObject({ app: z.enum(APPS) }),
    data: z.object({ app: z.enum(APPS) }),
  }),
  firstTime: call({
    id: 'C040',
    method: 'GET',
    path: '/auth/first-time-in-app',
    access: 'account',
    summary: "Check whether this is the person's first visit to the app. The first request counts as the visit.",
    query: z.strictObject({ owner_id: idSchema.optional() }),
    data: z.object({ first_time: z.boolean() }),
  }),
  claimOperator: call({
    id: 'own',
    method: 'POST',
    path: '/auth/operator/claim',
    access: 'public',
    summary:
      'Claim an operator account with the startup link and a new password. Its previous sessions, tokens and sign-in methods end.',
    body: z.strictObject({ id: idSchema, code: z.string().min(1).max(200), password: passwordSchema }),
    data: signedInSchema,
    perMinute: 30,
  }),
  tryNow: call({
    id: 'C013',
    method: 'POST',
    path: '/auth/try-now',
    access: 'public',
    summary: 'Enter the demo account without signing up, while the sandbox is on.',
    body: z.strictObject({}),
    data: signedInSchema,
    perMinute: 30,
  }),
};
