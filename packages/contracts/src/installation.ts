import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, timeSchema } from './shapes.ts';

export const HOLD_REASONS = ['restored', 'server_changed', 'operator'] as const;

export const holdSchema = z.object({ since: timeSchema, reason: z.enum(HOLD_REASONS) });

export const installation = {
  sending: call({
    id: 'own',
    method: 'GET',
    path: '/installation/sending',
    access: 'account',
    summary: 'Check whether sending to stores, suppliers, payment providers and webhooks is paused, and why.',
    data: z.object({ held: holdSchema.nullable() }),
  }),
  resume: call({
    id: 'own',
    method: 'POST',
    path: '/operator/sending/resume',
    access: 'operator',
    summary: 'Resume sending after a restore or a failover.',
    body: z.strictObject({}),
    data: doneSchema,
  }),
};
