import { z } from 'zod';
import { call } from './call.ts';
import { doneSchema } from './shapes.ts';

/** Usage reported by screens. Kept with the account for 90 days, included in its export, shared with no one. */

const short = z.string().trim().min(1).max(120);
const factsSchema = z
  .record(z.string().min(1).max(60), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
  .refine((facts) => Object.keys(facts).length <= 40);
const event_parts = {
  url: z.string().max(500).optional(),
  user_data: factsSchema.optional(),
  event_data: factsSchema.optional(),
};
const eventSchema = z.strictObject({ event_name: short, ...event_parts });
/** One event or a batch. */
const eventBody = z
  .strictObject({
    event_name: short.optional(),
    ...event_parts,
    events: z.array(eventSchema).min(1).max(50).optional(),
  })
  .refine(({ event_name, events }) => (event_name === undefined) !== (events === undefined), {
    path: ['event_name'],
  });
export type ReportedEvent = z.input<typeof eventSchema>;

const event = <const I extends string, const P extends string>(id: I, path: P, summary: string) =>
  call({
    id,
    method: 'POST',
    path,
    access: 'account',
    summary,
    body: eventBody,
    limits: { bytes: 256 * 1024, keys: 5_000 },
    data: doneSchema,
  });

export const activity = {
  views: call({
    id: 'C042',
    method: 'POST',
    path: '/core/account/views',
    access: 'account',
    summary: "Record that the app was opened, with the shop's plan at its platform.",
    body: z.strictObject({ shopify_plan: z.string().trim().max(120).default('') }),
    data: doneSchema,
  }),
  trackingOnPage: call({
    id: 'C043',
    method: 'POST',
    path: '/core/account/tracking-on-page',
    access: 'account',
    summary: 'Record how many seconds a page was viewed.',
    body: z.strictObject({ time: z.number().min(0).max(86_400), page: z.string().max(200).optional() }),
    data: doneSchema,
  }),
  events: event('C048', '/log/events', 'Notes an event of a screen.'),
  attributes: event('C049', '/log/attributes', 'Notes what is known of the person, for example the number of stores.'),
  userAction: event('C050', '/log/user_action', 'Notes something that a person did.'),
  mvpUserAction: event('C051', '/log/mvp/user_action', 'Notes something that a person did in the agency trial.'),
  mvpSubscribed: call({
    id: 'C052',
    method: 'POST',
    path: '/core/mvp/subscribed',
    access: 'account',
    summary: "Join the agency trial. Joining can't be undone.",
    body: z.strictObject({}),
    data: z.object({ subscribed: z.literal(true), is_new: z.boolean() }),
  }),
  mvpInteracted: call({
    id: 'C053',
    method: 'POST',
    path: '/core/mvp/interacted',
    access: 'account',
    summary: 'Record that a feature of the agency trial was used.',
    body: z.strictObject({ part: short }),
    data: doneSchema,
  }),
  mvpFeedback: call({
    id: 'C054',
    method: 'POST',
    path: '/core/mvp/feedback',
    access: 'account',
    summary: 'Send feedback on the agency trial to the operators of this installation.',
    body: z.strictObject({ rating: z.int().min(1).max(5).optional(), message: z.string().trim().min(1).max(4000) }),
    data: doneSchema,
    perMinute: 10,
  }),
  feedback: call({
    id: 'own',
    method: 'GET',
    path: '/operator/feedback',
    access: 'operator',
    summary: 'List feedback on the agency trial, newest first.',
    data: z.object({
      items: z.array(
        z.object({
          feedback_id: z.string(),
          email: z.string(),
          rating: z.int().nullable(),
          message: z.string(),
          sent_at: z.string(),
        }),
      ),
    }),
  }),
  pagePerformance: call({
    id: 'C059',
    method: 'POST',
    path: '/log/page-performance',
    access: 'account',
    summary:
      'Report a slow page: largest contentful paint over 2500 ms, layout shift over 0.1 or interaction over 200 ms.',
    body: z.strictObject({
      url: z.string().min(1).max(500),
      largest_paint: z.number().min(0).max(600_000).optional(),
      layout_shift: z.number().min(0).max(1000).optional(),
      interaction_delay: z.number().min(0).max(600_000).optional(),
    }),
    data: z.object({ kept: z.boolean() }),
    perMinute: 60,
  }),
};
