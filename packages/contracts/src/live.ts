import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, linksSchema, processSchema } from './shapes.ts';

/** Topics of live events; screens reload what they show of a topic. */
export const LIVE_TOPICS = [
  'orders',
  'products',
  'listings',
  'processes',
  'stores',
  'suppliers',
  'wallet',
  'shipments',
  'sources',
  'saved_pages',
  'counts',
  'guideline',
  'team',
  'notifications',
  'privacy',
  'tracking',
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** Topics of operator pages: sent to every open operator screen, independent of workspaces. */
export const OPERATOR_TOPICS = ['warehouse', 'jobs', 'refunds'] as const;
export type OperatorTopic = (typeof OPERATOR_TOPICS)[number];

export const live = {
  meta: call({
    id: 'own',
    method: 'GET',
    path: '/meta',
    access: 'public',
    summary: 'Get the version of this installation, whether the sandbox is on, and the demo sign-in if it is.',
    data: z.object({
      version: z.string(),
      sandbox: z.boolean(),
      sandbox_url: z.string().nullable(),
      /** Mail is configured; otherwise messages stay in the operators' outbox. */
      sends_mail: z.boolean(),
      /** Available identity providers. */
      social: z.array(z.object({ id: z.enum(['google', 'facebook']), is_sandbox: z.boolean() })),
      links: linksSchema,
      /** Name of the default plan. */
      plan: z.string(),
      demo: z.object({ email: z.string(), password: z.string() }).nullable(),
    }),
  }),
  events: call({
    id: 'own',
    method: 'GET',
    path: '/events',
    access: 'workplace',
    needs: 'workspace.read',
    summary:
      'Stream changes in the workspace as server-sent events {topic, ids}. Send the last id as Last-Event-ID to resume; a resync event means that too much changed to list.',
    query: z.object({
      /** Milliseconds before the first stream whose changes are included: since the page started loading. */
      since_ms: z.coerce.number().int().min(0).max(60_000).default(0),
    }),
    data: z.object({ topic: z.enum([...LIVE_TOPICS, ...OPERATOR_TOPICS]), ids: z.array(z.string()) }),
  }),
  processes: call({
    id: 'own',
    method: 'GET',
    path: '/processes',
    access: 'workplace',
    needs: 'processes.read',
    summary: 'List background tasks that are running or not dismissed yet.',
    data: z.object({ items: z.array(processSchema) }),
  }),
  seeProcesses: call({
    id: 'own',
    method: 'POST',
    path: '/processes/seen',
    access: 'workplace',
    needs: 'processes.change',
    summary: 'Dismiss finished background tasks.',
    body: z.strictObject({ process_ids: z.array(idSchema).min(1).max(500) }),
    data: doneSchema,
  }),
};
