import { type BodyLimits, DEFAULT_BODY_LIMITS } from '@quayside/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measureJson } from './measure-json.ts';
import { tooLarge } from './parse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How large a JSON body this route accepts; absent: DEFAULT_BODY_LIMITS. */
    bodyLimits?: BodyLimits;
  }
  interface FastifyRequest {
    /** false: the body was read as JSON and holds no NUL, so nobody needs to look for one. */
    bodyMayHoldNul?: boolean;
  }
}

export const limitsOf = (request: FastifyRequest): BodyLimits =>
  request.routeOptions.config?.bodyLimits ?? DEFAULT_BODY_LIMITS;

/** What a route needs to say so that its JSON bodies are limited: their bytes as they come in, the rest before they are parsed. */
export const limitedBody = (limits: BodyLimits) => ({ bodyLimit: limits.bytes, config: { bodyLimits: limits } });

/** Accepts JSON and nothing else as a body, and measures it before it is parsed. */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyMayHoldNul', true);
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const limits = limitsOf(request);
    const measured = measureJson(body, limits);
    if (!measured) return done(tooLarge(limits));
    request.bodyMayHoldNul = measured.nul;
    void parseJson(request, body.toString(), done);
  });
}
