import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from '../../db/index.ts';
import type { Deps, Mode } from '../../deps.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import {
  isJsonType,
  NOT_JSON_TYPE,
  noteRefusedWebhook,
  REFUSED_PER_MINUTE,
  TOO_LARGE,
} from '../../http/refused-webhooks.ts';
import type { HttpApp } from '../../http/route.ts';
import { checkTopupJob } from './jobs/topup.ts';

/** Takes the payment provider's webhooks: the raw bytes are verified, the truth is then read from the provider by a job. */
export function registerPaymentWebhook(app: HttpApp, deps: Deps, mode: Mode): void {
  /** Counted for operators; an address that goes on and on is only told to stop. */
  async function refuse(request: FastifyRequest, reply: FastifyReply, code: number, reason: string) {
    try {
      await app.limits.hit('refused webhook', request.ip, REFUSED_PER_MINUTE);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply.code(429).header('retry-after', String(error.retryAfterSeconds)).send({ received: false });
    }
    await noteRefusedWebhook(deps.db, 'stripe', reason);
    return reply.code(code).send({ received: false });
  }

  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refuse(request, reply, 413, TOO_LARGE);
      throw error;
    });
    scope.post('/webhooks/payment/stripe', async (request, reply) => {
      const connector = deps.connectors.payments.stripe;
      const secret = deps.connectors.appCredentials('stripe', mode)?.webhookSecret;
      if (!connector || !secret) return reply.code(404).send();
      try {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const event = connector.verifyWebhook(
          { headers, body: request.rawBody ?? Buffer.alloc(0) },
          { webhookSecret: secret, now: deps.clock.millis() },
        );
        if (!isJsonType(headers['content-type'])) return refuse(request, reply, 400, NOT_JSON_TYPE);
        const { providerRef } = event;
        const owner = providerRef
          ? await deps.db.global((tx) =>
              tx.first<{ topup_id: string; account_id: string }>(
                sql`select topup_id, account_id from topup_directory where provider = 'stripe' and provider_ref = ${providerRef}`,
              ),
            )
          : undefined;
        if (owner) {
          await deps.db.tenant({ accountId: owner.account_id }, async (tx) => {
            const member = await tx.first<{ workplace_id: string }>(
              sql`select workplace_id from member where account_id = ${owner.account_id} order by created_at limit 1`,
            );
            await deps.queue.send(tx, checkTopupJob, {
              accountId: owner.account_id,
              topupId: owner.topup_id,
              ...(member ? { workplaceId: member.workplace_id } : {}),
            });
          });
        }
        return reply.code(200).send({ received: true });
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error;
        return refuse(request, reply, 400, error.detail);
      }
    });
  });
}
