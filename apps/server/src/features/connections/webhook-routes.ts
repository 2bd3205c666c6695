import type { SupplierId } from '@quayside/connector-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import type { HttpApp } from '../../http/route.ts';
import { takeDelivery } from './actions/finish-connect.ts';
import { type Taking, takeStoreWebhook, takeSupplierWebhook } from './actions/take-webhook.ts';

const STATUS: Record<Taking, number> = { taken: 200, refused: 401, unknown: 404 };

const rawOf = (request: FastifyRequest) => ({
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  ),
  body: request.rawBody ?? Buffer.alloc(0),
});

const answer = (reply: FastifyReply, taking: Taking) =>
  reply.code(STATUS[taking]).send({ received: taking === 'taken' });

/** Where stores and suppliers send what happened. Bodies stay bytes: signatures are over bytes. */
export function registerWebhooks(app: HttpApp, deps: Deps): void {
  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
    scope.post<{ Params: { state: string } }>('/webhooks/wc-auth/:state', async (request, reply) => {
      const taken = await takeDelivery(deps, request.params.state, rawOf(request).body);
      return reply.code(taken ? 200 : 404).send({ received: taken });
    });
    scope.post<{ Params: { supplier: string; key: string } }>(
      '/webhooks/supplier/:supplier/:key',
      async (request, reply) => {
        const { supplier, key } = request.params;
        if (!(supplier in deps.connectors.suppliers)) return answer(reply, 'unknown');
        return answer(reply, await takeSupplierWebhook(deps, supplier as SupplierId, key, rawOf(request)));
      },
    );
    scope.post<{ Params: { platform: string; key: string } }>('/webhooks/:platform/:key', async (request, reply) => {
      const { platform, key } = request.params;
      return answer(reply, await takeStoreWebhook(deps, platform, key, rawOf(request)));
    });
  });
}
