import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body, on webhook routes. */
    rawBody?: Buffer;
  }
}

/** Provides the raw body to every route of this instance: signatures cover bytes, not parsed values. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2 * 1024 * 1024 }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, body);
  });
}

/** The message of a webhook as it came. */
export const readRaw = (request: FastifyRequest): { headers: Record<string, string>; body: Buffer } => ({
  headers: Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  ),
  body: request.rawBody ?? Buffer.alloc(0),
});
