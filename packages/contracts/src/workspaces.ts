import { z } from 'zod';
import { linkedWorkplaceSchema } from './accounts.ts';
import { call } from './call.ts';
import { currencySchema as currency, doneSchema, idSchema, timeSchema, timeZoneSchema as timeZone } from './shapes.ts';

const workplaceName = z.string().trim().min(1).max(80);

const workplaceSchema = linkedWorkplaceSchema
  .omit({ is_sandbox_only: true })
  .extend({
    owner_name: z.string(),
    owner_email: z.string(),
    stores: z.int(),
    members: z.int(),
    /** Orders that have not shipped completely. */
    open_orders: z.int(),
    created_at: timeSchema,
  })
  .meta({ id: 'Workplace' });
export type Workplace = z.output<typeof workplaceSchema>;

/** Affiliate network for the workspace's product links. */
const admitadSchema = z.object({ enabled: z.boolean(), ad_space_id: z.string() });

const generalSettings = z
  .object({
    name: z.string(),
    display_currency: z.string(),
    time_zone: z.string(),
    admitad: admitadSchema,
  })
  .meta({ id: 'GeneralSettings' });
export type GeneralSettings = z.output<typeof generalSettings>;

export const workspaces = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/workplaces',
    access: 'account',
    summary: 'List your workspaces: owned ones first, then joined ones.',
    data: z.object({ items: z.array(workplaceSchema) }),
  }),
  create: call({
    id: 'C038',
    method: 'POST',
    path: '/auth/workplace/create',
    access: 'account',
    summary: "Create a workspace. It uses the account's wallet and plan.",
    body: z.strictObject({
      name: workplaceName,
      /** Absent: that of the account. */
      currency: currency.optional(),
      time_zone: timeZone.optional(),
    }),
    data: linkedWorkplaceSchema,
    perMinute: 20,
  }),
  update: call({
    id: 'C037',
    method: 'PATCH',
    path: '/auth/workplace',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Rename the workspace or change its display currency.',
    body: z.strictObject({ name: workplaceName.optional(), currency: currency.optional() }),
    data: generalSettings,
  }),
  remove: call({
    id: 'C039',
    method: 'DELETE',
    path: '/auth/workplace/{workplace_id}',
    access: 'workplace',
    needs: 'workspace.remove',
    summary:
      'Delete an owned workspace, unless it is the last one or has open orders. Its stores are disconnected and members lose access immediately.',
    params: z.object({ workplace_id: idSchema }),
    data: doneSchema,
  }),
  displaySettings: call({
    id: 'C055',
    method: 'POST',
    path: '/core/workplaces/settings',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save the display currency and time zone of the workspace.',
    body: z.strictObject({
      settings: z.strictObject({ display_currency: currency.optional(), time_zone: timeZone.optional() }),
    }),
    data: generalSettings,
  }),
  settings: call({
    id: 'C056',
    method: 'GET',
    path: '/core/settings',
    access: 'workplace',
    needs: 'workspace.read',
    summary: 'Get the general settings of the workspace.',
    data: generalSettings,
  }),
  saveSettings: call({
    id: 'C057',
    method: 'POST',
    path: '/core/settings',
    access: 'workplace',
    needs: 'workspace.change',
    summary: 'Save general settings of the workspace. Fields not given are unchanged.',
    body: z.strictObject({
      settings: z.strictObject({
        name: workplaceName.optional(),
        display_currency: currency.optional(),
        time_zone: timeZone.optional(),
      }),
    }),
    data: generalSettings,
  }),
  saveAdmitad: call({
    id: 'C058',
    method: 'POST',
    path: '/core/settings/admitad',
    access: 'workplace',
    needs: 'workspace.change',
    summary: "Save the workspace's identity at the affiliate network Admitad.",
    body: z.strictObject({
      settings: z.strictObject({ enabled: z.boolean(), ad_space_id: z.string().trim().max(80) }),
    }),
    data: generalSettings,
  }),
};
