import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema, idSchema, linksSchema, processSchema } from './shapes.ts';

/** Topics of live events; an open screen re-reads what it shows of a topic. */
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
] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];

/** Topics of the operators' pages: they belong to no workspace and go to every open screen of an operator. */
export const OPERATOR_TOPICS = ['warehouse', 'jobs', 'refunds'] as const;
export type OperatorTopic = (typeof OPERATOR_TOPICS)[number];

export const live = {
  meta: call({
    id: 'own',
    method: 'GET',
    path: '/meta',
    access: 'public',
    summary: 'What this installation is: version, sandbox or not, and the demo sign-in while the sandbox is on.',
    data: z.object({
      version: z.string(),
      sandbox: z.boolean(),
      sandbox_url: z.string().nullable(),
      /** Mails go out; else they stay in the operators' outbox. */
      sends_mail: z.boolean(),
      /** Who people can sign in with here. */
      social: z.array(z.object({ id: z.enum(['google', 'facebook']), is_sandbox: z.boolean() })),
      links: linksSchema,
      /** The plan of accounts that have none of their own, by its name. */
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
      'Server-sent events: {topic, ids} of what changed in the workspace. Send the id of the last one seen as Last-Event-ID to go on from there. The event resync says that more changed than is told one by one.',
    query: z.object({
      /** A first stream also tells what changed in so many milliseconds before it: since the page began to read. */
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
    summary: 'Long work that runs or that nobody has seen the end of.',
    data: z.object({ items: z.array(processSchema) }),
  }),
  seeProcesses: call({
    id: 'own',
    method: 'POST',
    path: '/processes/seen',
    access: 'workplace',
    needs: 'processes.change',
    summary: 'Dismiss ended processes.',
    body: z.strictObject({ process_ids: z.array(idSchema).min(1).max(500) }),
    data: doneSchema,
  }),
};
