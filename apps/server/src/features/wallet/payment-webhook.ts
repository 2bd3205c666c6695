import { ConnectorError } from '@quayside/connector-kit';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps, Mode } from '../../deps.ts';
import { keepRawBodies, readRaw } from '../../http/raw-body.ts';
import { isJsonType, NOT_JSON_TYPE, refuseWebhook, TOO_LARGE, UNKNOWN_SENDER } from '../../http/refused-webhooks.ts';
import type { HttpApp } from '../../http/route.ts';
import { workPaymentEventJob } from './jobs/payment-events.ts';
import { addEvent } from './payment-event-repo.ts';

/** Receives payment webhooks: verifies and saves the raw bytes once per event, for a job. */
export function registerPaymentWebhook(app: HttpApp, deps: Deps, mode: Mode): void {
  /** Counted for operators; an address that keeps sending is only refused. */
  function refuse(request: FastifyRequest, reply: FastifyReply, code: number, reason: string) {
    const { provider } = request.params as { provider: string };
    const sender = deps.connectors.payments[provider]?.id ?? UNKNOWN_SENDER;
    return refuseWebhook({ db: deps.db, limits: app.limits }, request, reply, { sender, reason, code });
  }

  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(request, reply, 413, TOO_LARGE);
      throw error;
    });
    scope.post('/webhooks/payment/:provider', async (request, reply) => {
      const { provider } = request.params as { provider: string };
      const connector = deps.connectors.payments[provider];
      const secret = deps.connectors.appCredentials(provider, mode)?.webhookSecret;
      if (!connector || !secret) return reply.code(404).send();
      try {
        const { body, headers } = readRaw(request);
        const event = connector.verifyWebhook({ headers, body }, { webhookSecret: secret, now: deps.clock.millis() });
        if (!isJsonType(headers['content-type'])) return refuse(request, reply, 400, NOT_JSON_TYPE);
        await deps.db.global(async (tx) => {
          const isNew = await addEvent(tx, { provider, mode }, event, body);
          if (isNew && event.subject)
            await deps.queue.send(tx, workPaymentEventJob, { provider, mode, eventId: event.eventId });
        });
        return reply.code(200).send({ received: true });
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        return refuse(request, reply, 400, error.detail);
      }
    });
  });
}
