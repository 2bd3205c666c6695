import { AppError } from '@quayside/kernel';
import type { FastifyError } from 'fastify';
import type { Deps } from '../../deps.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import {
  noteRefusedWebhook,
  REFUSED_PER_MINUTE,
  UNKNOWN_ADDRESS,
  UNKNOWN_SENDER,
} from '../../http/refused-webhooks.ts';
import type { HttpApp } from '../../http/route.ts';
import { takeTrackingWebhook } from './actions/take-webhook.ts';

const STATUS = { taken: 200, refused: 401, unknown: 404 } as const;

/** Webhook endpoint of tracking services. Bodies stay raw, because signatures cover bytes. */
export function registerWebhooks(app: HttpApp, deps: Deps): void {
  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
    scope.setErrorHandler((error: FastifyError, _request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return reply.code(413).send({ received: false });
      throw error;
    });
    scope.post<{ Params: { service: string; key: string } }>(
      '/webhooks/tracking/:service/:key',
      async (request, reply) => {
        const { service, key } = request.params;
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
        );
        const taking = await takeTrackingWebhook(deps, service, key, {
          headers,
          body: request.rawBody ?? Buffer.alloc(0),
        });
        if (taking === 'unknown') {
          try {
            await app.limits.hit('refused webhook', request.ip, REFUSED_PER_MINUTE);
          } catch (error) {
            if (!(error instanceof AppError)) throw error;
            return reply.code(429).header('retry-after', String(error.retryAfterSeconds)).send({ received: false });
          }
          const sender = deps.connectors.trackers[service]?.id ?? UNKNOWN_SENDER;
          await noteRefusedWebhook(deps.db, sender, UNKNOWN_ADDRESS);
        }
        return reply.code(STATUS[taking]).send({ received: taking === 'taken' });
      },
    );
  });
}
