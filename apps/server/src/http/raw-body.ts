import type { FastifyInstance } from 'fastify';

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
