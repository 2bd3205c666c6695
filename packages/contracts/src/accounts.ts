import { z } from 'zod';
import { BACKUP_PROBLEMS } from './backups.ts';
import { call } from './call.ts';
import { holdSchema } from './installation.ts';
import { ROLES } from './permissions.ts';
import {
  currencySchema,
  doneSchema,
  idSchema,
  linksSchema,
  platformSchema,
  timeSchema,
  timeZoneSchema,
} from './shapes.ts';

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** 8 to 72 characters: decision A39 of the specification. */
export const passwordSchema = z.string().min(8).max(72);
/** Interface languages, en first: document 1, section 9. */
export const languageSchema = z.enum(['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN']);
const personName = z.string().trim().min(1).max(80);

export const linkedStoreSchema = z
  .object({
    id: idSchema,
    workplace_id: idSchema,
    platform: platformSchema,
    platform_domain: z.string(),
    store_name: z.string(),
    status: z.enum(['active', 'needs_reconnect', 'uninstalled']),
    currency: z.string(),
    is_default: z.boolean(),
    is_sandbox: z.boolean(),
    /** Being transferred to another workspace of the account; no new work starts until it arrives. */
    moving: z.enum(['waiting', 'closing', 'carrying']).nullable(),
    /** The shop's plan at the platform, and its owner, as reported by the platform. */
    plan_name: z.string().nullable(),
    owner_name: z.string().nullable(),
    owner_email: z.string().nullable(),
    /** The account that connected it. */
    owner_id: idSchema,
    /** Channels that the store itself sells on, by the platform's handles. */
    metadata: z.object({ external_channels: z.array(z.string()) }),
    created_at: timeSchema,
  })
  .meta({ id: 'LinkedStore' });
export type LinkedStore = z.output<typeof linkedStoreSchema>;

/** Stores by platform; platforms without stores are absent: document 1, section 3. */
const storesByPlatformSchema = z.record(platformSchema, z.array(linkedStoreSchema));
export type StoresByPlatform = z.output<typeof storesByPlatformSchema>;

/** An owned or joined workspace. `store_ids`: the member's stores; null: all. */
export const linkedWorkplaceSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    currency: z.string(),
    role: z.enum(ROLES),
    is_own: z.boolean(),
    /** It has stores of the sandbox and nothing live: screens mark all of it once, not each row. */
    is_sandbox_only: z.boolean(),
    store_ids: z.array(idSchema).nullable(),
    /** IANA name; empty until set. */
    time_zone: z.string(),
  })
  .meta({ id: 'LinkedWorkplace' });
export type LinkedWorkplace = z.output<typeof linkedWorkplaceSchema>;

/** Onboarding steps: document 1, section 4. */
export const ONBOARDING_STEPS = ['marketplace_import', 'normal_import', 'order', 'pricing'] as const;

export const userInfoSchema = z
  .object({
    id: idSchema,
    first_name: z.string(),
    last_name: z.string(),
    name: z.string(),
    email: z.string(),
    /** Path of the avatar. */
    avatar: z.string().nullable(),
    has_shop: z.boolean(),
    /** Signed up from the marketplace (/store-dropshipping) and has connected no store yet. */
    is_user_mkt: z.boolean(),
    from_user_mkt: z.boolean(),
    /** Signed up in the phone app. */
    from_mobile: z.boolean(),
    /** Reinstalled the app after removing it from the shop. */
    plan_reinstalled: z.boolean(),
    /** Flags of pricing experiments: constant here, no experiments run. */
    is_new_pricing_mvp: z.boolean(),
    is_new_pricing_mvp_v25: z.boolean(),
    is_ab: z.boolean(),
    is_operator: z.boolean(),
    is_demo: z.boolean(),
    /** A feedback board is configured. */
    has_feedback_board: z.boolean(),
    has_password: z.boolean(),
    links: linksSchema,
    /** A support chat is configured. */
    has_chat: z.boolean(),
    /** Screens report usage to this installation. */
    reports_use: z.boolean(),
    /** May join the agency trial: the email has the support's domain. */
    is_agency: z.boolean(),
    in_agency_trial: z.boolean(),
    email_verified: z.boolean(),
    /** The email is unverified and this installation can send mail. */
    verification_wanted: z.boolean(),
    /** Members, stores, suppliers or webhooks of your workspaces are suspended until you review them. */
    has_suspended_access: z.boolean(),
    /** Sending is paused: since when and why. */
    sending_held: holdSchema.nullable(),
    /** Workspaces with supplier orders that a restored database has no record of. */
    unrecorded_orders_in: z.array(idSchema),
    /** For operators: orders on their supplier accounts belong to no workspace. */
    has_unclaimed_orders: z.boolean(),
    /** For operators: the last backup failed, or is late. */
    backup_problem: z.enum(BACKUP_PROBLEMS).nullable(),
    payment_mode: z.enum(['live', 'sandbox']),
    language: z.string(),
    time_zone: z.string(),
    display_currency: z.string(),
    workplaces: z.array(linkedWorkplaceSchema),
    linked_stores: storesByPlatformSchema,
    /** Remaining steps, the first one first. */
    onboarding: z.array(z.enum(ONBOARDING_STEPS)),
    remaining_meta_keys: z.record(z.string(), z.boolean()),
    created_at: timeSchema,
  })
  .meta({ id: 'UserInfo' });

export const signedInSchema = z.object({
  token: z.string(),
  expires_at: timeSchema,
  user: userInfoSchema,
  /** This sign-in cancelled the account's deletion. */
  account_kept: z.boolean().optional(),
});

export const GUIDELINE_STEPS = [
  'CHOOSE_A_PLAN',
  'FIND_AND_IMPORT',
  'PUSH_PRODUCT',
  'PLACE_ORDER',
  'NAVIGATE_TO_ORDER_CENTER',
  'FIND_READY_ORDER',
] as const;

const guideline = z.object({
  steps: z.array(z.object({ key: z.enum(GUIDELINE_STEPS), done: z.boolean() })),
  is_done: z.boolean(),
  step_active_key: z.enum(GUIDELINE_STEPS),
  dismissed: z.boolean(),
});

export const accounts = {
  login: call({
    id: 'C001',
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    summary: 'Sign in with email and password.',
    body: z.strictObject({
      email: emailSchema,
      password: z.string().min(1).max(72),
      /** Required (TWO_FACTOR_CODE_NEEDED) if the account has 2FA. */
      code: z.string().trim().min(1).max(20).optional(),
    }),
    data: signedInSchema,
    perMinute: 30,
  }),
  register: call({
    id: 'C002',
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    summary: 'Create an account with its first workspace, and sign in.',
    body: z.strictObject({
      first_name: personName,
      last_name: personName,
      email: emailSchema,
      password: passwordSchema,
      /** Where the person signed up. */
      from: z.enum(['marketplace']).optional(),
    }),
    data: signedInSchema,
    perMinute: 30,
  }),
  account: call({
    id: 'C008',
    method: 'GET',
    path: '/auth/account',
    access: 'account',
    summary: 'Get the signed-in account with its workspaces and stores.',
    data: userInfoSchema,
  }),
  setLanguage: call({
    id: 'C009',
    method: 'PUT',
    path: '/auth/account/set-language',
    access: 'account',
    summary: "Save the account's language for the interface and emails.",
    body: z.strictObject({ language: languageSchema }),
    data: doneSchema,
  }),
  setProfile: call({
    id: 'own',
    method: 'PUT',
    path: '/auth/account/profile',
    access: 'account',
    summary: 'Update your name, the time zone of displayed dates, and the default currency of new workspaces.',
    body: z.strictObject({
      first_name: personName.optional(),
      last_name: personName.optional(),
      time_zone: timeZoneSchema.optional(),
      display_currency: currencySchema.optional(),
    }),
    data: doneSchema,
  }),
  logout: call({
    id: 'own',
    method: 'POST',
    path: '/auth/logout',
    access: 'account',
    summary: 'Sign out. Revokes the token of this session.',
    data: doneSchema,
  }),
  supportChat: call({
    id: 'own',
    method: 'GET',
    path: '/support/chat',
    access: 'workplace',
    needs: 'workspace.read',
    summary: "Get the URL and identity for the support chat; for support staff, those of the workspace's owner.",
    data: z.object({ url: z.string(), email: z.string(), name: z.string(), is_staff: z.boolean() }).nullable(),
  }),
  guideline: call({
    id: 'own',
    method: 'GET',
    path: '/guideline',
    access: 'workplace',
    needs: 'workspace.read',
    summary: 'List the quick start steps and which are done.',
    data: guideline,
  }),
  setGuideline: call({
    id: 'own',
    method: 'POST',
    path: '/guideline',
    access: 'workplace',
    needs: 'workspace.read',
    summary: 'Complete a quick start step, or dismiss the quick start. Completed steps stay completed.',
    body: z.strictObject({ step: z.enum(GUIDELINE_STEPS).optional(), dismiss: z.boolean().optional() }),
    data: guideline,
  }),
};
