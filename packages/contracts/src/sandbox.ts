import { z } from 'zod';
import { call } from './call.ts';
import { idSchema, platformSchema, timeSchema } from './shapes.ts';

const world = z.object({
  on: z.boolean(),
  /** Sandbox time, and its speed relative to real time. */
  clock: z.object({ now: timeSchema, speed: z.number() }).nullable(),
  shops: z.array(
    z.object({
      platform: platformSchema,
      shop: z.string(),
      name: z.string(),
      currency: z.string(),
      /** URL for connecting the shop. */
      address: z.string(),
      /** Storefront URL. */
      window_url: z.string(),
      /** Where API keys are created. */
      admin_url: z.string(),
      /** Can be connected with POST /sandbox/connect; others on their own page. */
      makes_keys: z.boolean(),
      /** Whether this or another workspace has connected it. */
      taken: z.enum(['here', 'elsewhere']).nullable(),
    }),
  ),
  /** Pages that simulate a supplier or the payment provider. */
  back_offices: z.array(z.object({ name: z.string(), url: z.string() })),
});

export const sandbox = {
  world: call({
    id: 'own',
    method: 'GET',
    path: '/sandbox',
    access: 'workplace',
    needs: 'sandbox.read',
    summary: "Get the sandbox's clock and shops. on: false on an installation without it.",
    data: world,
  }),
  connect: call({
    id: 'own',
    method: 'POST',
    path: '/sandbox/connect',
    access: 'workplace',
    needs: 'stores.connect',
    summary: 'Create API keys for a sandbox shop and connect it.',
    body: z.strictObject({ platform: platformSchema, shop: z.string().min(1).max(100) }),
    data: z.object({ store_id: idSchema }),
  }),
  setClock: call({
    id: 'own',
    method: 'POST',
    path: '/sandbox/clock',
    access: 'workplace',
    needs: 'sandbox.change',
    summary: 'Speed up or advance the sandbox clock. Parcels move with it.',
    body: z.strictObject({
      speed: z.number().min(1).max(100_000).optional(),
      advance_hours: z
        .int()
        .min(1)
        .max(24 * 60)
        .optional(),
    }),
    data: world,
  }),
};
