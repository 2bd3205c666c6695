import type { FastifyError } from 'fastify';
import type { Deps } from '../../deps.ts';
import { keepRawBodies, readRaw } from '../../http/raw-body.ts';
import { refuseWebhook, UNKNOWN_ADDRESS, UNKNOWN_SENDER } from '../../http/refused-webhooks.ts';
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
        const taking = await takeTrackingWebhook(deps, service, key, readRaw(request));
        const code = STATUS[taking];
        if (taking === 'unknown') {
          const sender = deps.connectors.trackers[service]?.id ?? UNKNOWN_SENDER;
          const reason = UNKNOWN_ADDRESS;
          return refuseWebhook({ db: deps.db, limits: app.limits }, request, reply, { sender, reason, code });
        }
        return reply.code(code).send({ received: taking === 'taken' });
      },
    );
  });
}
