import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../readiness.ts';
import { sendStopping } from './envelope.ts';
import { getVisitor } from './session.ts';

/**
 * A process that is about to stop still responds and asks clients to reconnect elsewhere. Once closing, requests on
 * open connections are refused with a Retry-After.
 */
export function drainBeforeClose(fastify: FastifyInstance, lifecycle: Readonly<Lifecycle>): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (lifecycle.phase === 'serving') return undefined;
    reply.header('connection', 'close');
    return lifecycle.phase === 'closing' ? sendStopping(reply, getVisitor(request).locale) : undefined;
  });
}
