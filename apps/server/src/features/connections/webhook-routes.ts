import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { keepRawBodies, readRaw } from '../../http/raw-body.ts';
import { refuseWebhook, TOO_LARGE, UNKNOWN_ADDRESS, UNKNOWN_SENDER } from '../../http/refused-webhooks.ts';
import type { HttpApp } from '../../http/route.ts';
import { takeDelivery } from './actions/finish-connect.ts';
import { takePrivacyWebhook } from './actions/take-privacy-webhook.ts';
import { type IncomingWebhook, type Taking, takeStoreWebhook, takeSupplierWebhook } from './actions/take-webhook.ts';

const STATUS: Record<Taking, number> = { taken: 200, refused: 401, unknown: 404 };

/** URL part for a platform's privacy webhooks, the same for every shop: /webhooks/{platform}/privacy. */
const PRIVACY_KEY = 'privacy';

/** Counter name for refused messages to /webhooks/wc-auth, which delivers a store's keys. */
const KEY_DELIVERY = 'wc-auth';

interface Params {
  state?: string;
  supplier?: string;
  platform?: string;
  key?: string;
}

/** Webhook endpoints of stores and suppliers. Bodies stay raw, because signatures cover bytes. */
export function registerWebhooks(app: HttpApp, deps: Deps): void {
  /** The connection of a request's URL, and the result of its message. */
  async function take(request: FastifyRequest, incoming: IncomingWebhook): Promise<{ sender: string; taking: Taking }> {
    const { state, supplier, platform = '', key = '' } = request.params as Params;
    if (state !== undefined) {
      const taken = incoming !== 'too large' && (await takeDelivery(deps, state, incoming.body));
      return { sender: KEY_DELIVERY, taking: taken ? 'taken' : 'unknown' };
    }
    if (supplier !== undefined) {
      const connector = deps.connectors.suppliers[supplier];
      const taking = connector ? await takeSupplierWebhook(deps, supplier, key, incoming) : 'unknown';
      return { sender: connector?.id ?? UNKNOWN_SENDER, taking };
    }
    const connector = deps.connectors.channels[platform];
    const sender = connector?.id ?? UNKNOWN_SENDER;
    if (key === PRIVACY_KEY && connector?.readPrivacyRequest)
      return { sender, taking: await takePrivacyWebhook(deps, connector, incoming) };
    return { sender, taking: await takeStoreWebhook(deps, platform, key, incoming) };
  }

  /** Counts messages without a tenant for operators. An address that keeps sending is only refused. */
  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    incoming: IncomingWebhook,
  ): Promise<FastifyReply> {
    const { sender, taking } = await take(request, incoming);
    const code = taking !== 'taken' && incoming === 'too large' ? 413 : STATUS[taking];
    if (taking === 'unknown') {
      const reason = incoming === 'too large' ? TOO_LARGE : UNKNOWN_ADDRESS;
      return refuseWebhook({ db: deps.db, limits: app.limits }, request, reply, { sender, reason, code });
    }
    return reply.code(code).send({ received: taking === 'taken' });
  }

  app.fastify.register(async (scope) => {
    keepRawBodies(scope);
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return answer(request, reply, 'too large');
      throw error;
    });
    const paths = ['/webhooks/wc-auth/:state', '/webhooks/supplier/:supplier/:key', '/webhooks/:platform/:key'];
    for (const path of paths) scope.post(path, (request, reply) => answer(request, reply, readRaw(request)));
  });
}
