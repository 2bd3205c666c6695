import { type BodyLimits, DEFAULT_BODY_LIMITS } from '@quayside/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { measureJson } from './measure-json.ts';
import { tooLarge } from './parse.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON limits of this route; default DEFAULT_BODY_LIMITS. */
    bodyLimits?: BodyLimits;
  }
  interface FastifyRequest {
    /** false: the body was parsed as JSON and contains no NUL, so no search is needed. */
    bodyMayHoldNul?: boolean;
  }
}

export const getBodyLimits = (request: FastifyRequest): BodyLimits =>
  request.routeOptions.config?.bodyLimits ?? DEFAULT_BODY_LIMITS;

/** Route options that limit JSON bodies: bytes while receiving, the rest before parsing. */
export const limitedBody = (limits: BodyLimits) => ({ bodyLimit: limits.bytes, config: { bodyLimits: limits } });

/** Accepts only JSON bodies and measures them before parsing. */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyMayHoldNul', true);
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    const limits = getBodyLimits(request);
    const measured = measureJson(body, limits);
    if (!measured) return done(tooLarge(limits));
    request.bodyMayHoldNul = measured.nul;
    void parseJson(request, body.toString(), done);
  });
}
