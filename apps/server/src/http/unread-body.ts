import type { FastifyReply, FastifyRequest } from 'fastify';
import { getBodyLimits } from './input/json-bodies.ts';

/**
 * Closes the connection after refusing a request with an unread body of unknown or excessive length, because Node would
 * keep reading it for up to a minute. Smaller bodies are received, so that browsers see the response.
 */
export function closeIfUnread(request: FastifyRequest, reply: FastifyReply): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  const most = Math.max(request.routeOptions.bodyLimit ?? 0, getBodyLimits(request).bytes);
  if (encoding !== undefined || Number(length ?? 0) > most) reply.header('connection', 'close');
}
