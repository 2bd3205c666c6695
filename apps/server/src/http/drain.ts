import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../readiness.ts';
import { sendStopping } from './envelope.ts';
import { visitorOf } from './session.ts';

/**
 * While a process is about to stop it still answers, and asks clients to open their next connection elsewhere. Once it
 * closes, what arrives over a connection that was already open is refused with the time to try again.
 */
export function drainBeforeClose(fastify: FastifyInstance, lifecycle: Readonly<Lifecycle>): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (lifecycle.phase === 'serving') return undefined;
    reply.header('connection', 'close');
    return lifecycle.phase === 'closing' ? sendStopping(reply, visitorOf(request).locale) : undefined;
  });
}
