import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitsOf } from './input/json-bodies.ts';

/**
 * Closes the connection after a refusal whose body we did not read, if that body is of unknown or excessive length: Node
 * would otherwise go on reading it for up to a minute. A body within the limit is left to arrive, so that a browser gets to
 * see the answer.
 */
export function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const most = Math.max(request.routeOptions.bodyLimit ?? 0, limitsOf(request).bytes);
  if (encoding !== undefined || Number(length ?? 0) > most) reply.header('connection', 'close');
}
