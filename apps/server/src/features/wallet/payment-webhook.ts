import { ConnectorError } from '@quayside/connector-kit';
import { sql } from '../../db/index.ts';
import type { Deps, Mode } from '../../deps.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import type { HttpApp } from '../../http/route.ts';
import { checkTopupJob } from './jobs/topup.ts';

/** Takes the payment provider's webhooks: the raw bytes are verified, the truth is then read from the provider by a job. */
export function registerPaymentWebhook(app: HttpApp, deps: Deps, mode: Mode): void {
  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
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
        deps.log.warn({ reason: error.detail }, 'a payment webhook was refused');
        return reply.code(400).send({ received: false });
      }
    });
  });
}
