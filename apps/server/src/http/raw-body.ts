import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The bytes as they came, on routes of the webhook intake. */
    rawBody?: Buffer;
  }
}

/** Makes every route of this instance see its body as raw bytes: signatures are over bytes, not over parsed values. */
export function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2 * 1024 * 1024 }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, body);
  });
}
