import { createHmac } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { type Journey, openJourneys, type Stage } from '../journeys/index.ts';

const TAGS: Record<Stage, string> = {
  not_found: 'Pending',
  info_received: 'InfoReceived',
  in_transit: 'InTransit',
  out_for_delivery: 'OutForDelivery',
  available_for_pickup: 'AvailableForPickup',
  delivered: 'Delivered',
  delivery_failure: 'AttemptFail',
  exception: 'Exception',
  expired: 'Expired',
};

const createBody = z.looseObject({
  tracking_number: z.string().min(1),
  destination_country_region: z.string().optional(),
});

/** Webhook address that the account's owner enters on AfterShip's own page. */
export const AFTERSHIP_WEBHOOK = 'aftership.webhook_url';
const PAGE = 2;

/**
 * AfterShip's tracking API 2026-07, by the types of its SDK: creating, listing and webhooks. Numbers with "UNKNOWN"
 * have no courier; scans can be scripted at POST /setup/{number}. Lists have pages of two, so that cursors are used.
 */
export const aftership: Emulator = {
  name: 'aftership',
  prefix: '/aftership',
  register(app, world) {
    const journeys = openJourneys(world, 'aftership');
    const toTracking = (journey: Journey) => {
      const scans = journeys.scansOf(journey);
      const last = scans.at(-1);
      const stage = last?.stage ?? 'not_found';
      return {
        id: journey.id,
        tracking_number: journey.number,
        slug: 'sandbox-post',
        active: stage !== 'delivered',
        tag: TAGS[stage],
        subtag: `${TAGS[stage]}_001`,
        courier_destination_country_region: last?.country ?? null,
        checkpoints: scans.map((scan) => ({
          slug: 'sandbox-post',
          checkpoint_time: scan.at,
          message: scan.text,
          location: scan.place || null,
          country_region: scan.country,
          tag: TAGS[scan.stage],
          subtag: `${TAGS[scan.stage]}_001`,
          raw_tag: null,
        })),
      };
    };
    const meta = (code: number, message?: string, type?: string) => ({ code, ...(message ? { message, type } : {}) });
    const refuse = (reply: FastifyReply, status: number, code: number, type: string, message: string) =>
      reply.code(status).send({ meta: meta(code, message, type), data: {} });
    const isKnown = (headers: Record<string, unknown>): boolean => headers['as-api-key'] === world.secrets.aftershipKey;
    const denied = (reply: FastifyReply) => refuse(reply, 401, 401, 'Unauthorized', 'Invalid API key.');

    app.post('/tracking/2026-07/trackings', (request, reply) => {
      if (!isKnown(request.headers)) return denied(reply);
      const read = createBody.safeParse(request.body);
      if (!read.success) return refuse(reply, 400, 4005, 'BadRequest', 'The value of `tracking_number` is invalid.');
      const { tracking_number: number, destination_country_region: destination } = read.data;
      if (journeys.has(number)) return refuse(reply, 400, 4003, 'BadRequest', 'Tracking already exists.');
      if (number.includes('UNKNOWN')) return refuse(reply, 400, 4012, 'BadRequest', 'Cannot detect courier.');
      journeys.register(number, destination);
      const made = journeys.all().find((one) => one.number === number);
      return reply.code(201).send({ meta: meta(201), data: made ? toTracking(made) : {} });
    });

    app.get<{ Querystring: Record<string, string> }>('/tracking/2026-07/trackings', (request, reply) => {
      if (!isKnown(request.headers)) return denied(reply);
      const wanted = request.query.tracking_numbers?.split(',');
      const found = journeys
        .all()
        .filter((one) => journeys.find(one.number) && (wanted === undefined || wanted.includes(one.number)));
      const from = Number(request.query.cursor ?? 0);
      const next = from + PAGE;
      return reply.send({
        meta: meta(200),
        data: {
          pagination: { total: found.length, next_cursor: String(next), has_next_page: next < found.length },
          trackings: found.slice(from, next).map(toTracking),
        },
      });
    });

    app.post<{ Params: { number: string } }>('/setup/:number', async (request) => {
      journeys.setScript(request.params.number, request.body);
      return { ok: true };
    });

    world.onTick(() => {
      const url = world.setting(AFTERSHIP_WEBHOOK);
      if (!url) return;
      for (const journey of journeys.all()) {
        const scans = journeys.scansOf(journey);
        if (scans.length <= journey.pushed) continue;
        const body = JSON.stringify({
          ts: Math.floor(world.clock.millis() / 1_000),
          event: 'tracking_update',
          event_id: `${journey.id}-${scans.length}`,
          is_tracking_first_tag: scans.length === 1,
          msg: toTracking(journey),
        });
        const sign = createHmac('sha256', world.secrets.aftershipWebhook).update(body).digest('base64');
        world.transaction(() => {
          journeys.setPushed(journey.number, scans.length);
          world.webhooks.send({
            standIn: 'aftership',
            url,
            headers: { 'content-type': 'application/json', 'aftership-hmac-sha256': sign },
            body,
          });
        });
      }
    });
    world.addBook('aftership', () => ({
      numbers: journeys.all().map(({ number, destination }) => ({ number, destination })),
    }));
  },
};
