import { KEY_HOLDER_BODY_LIMITS } from '@quayside/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../../../deps.ts';
import { limitedBody } from '../../../http/input/json-bodies.ts';
import { findInstallation, type Installation } from '../installation-repo.ts';
import { WarehouseRefusal } from '../refusal.ts';

const KEEP_MS = 5_000;

interface Given {
  customer: Installation;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  header(name: string): string | undefined;
}

export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value ?? {});
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new WarehouseRefusal(
    'invalid_input',
    `${issue?.path.join('.') || 'the input'}: ${issue?.message ?? 'not valid'}`,
  );
}

const refuse = (reply: FastifyReply, status: number, code: string, message: string, lines: readonly string[] = []) =>
  reply.code(status).send({ code, message, ...(lines.length > 0 ? { lines } : {}) });

/** Errors as the interface writes them: { code, message, lines? }. */
export function answerRefusals(app: FastifyInstance, deps: Deps): void {
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404, 'not_found', 'Unknown endpoint.'));
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof WarehouseRefusal) return refuse(reply, error.http, error.code, error.message, error.lines);
    const status = (error as { statusCode?: number }).statusCode ?? 500;
    if (status < 500) return refuse(reply, 422, 'invalid_input', (error as Error).message);
    deps.log.error({ err: error, url: request.url }, 'warehouse request failed');
    return refuse(reply, 500, 'server_error', 'Something went wrong in the warehouse. Please try again.');
  });
}

/** Puts calls behind a key of one role. A key that was revoked works for a few seconds more. */
export function door(app: FastifyInstance, deps: Deps, role: Installation['role']) {
  const known = new Map<string, { customer: Installation; until: number }>();
  const customers = new WeakMap<FastifyRequest, Installation>();

  async function customerOf(request: FastifyRequest): Promise<Installation> {
    const key = /^Bearer (\S{16,200})$/.exec(request.headers.authorization ?? '')?.[1];
    if (!key)
      throw new WarehouseRefusal('unauthorized', 'Missing API key. Send the header "Authorization: Bearer KEY".');
    const kept = known.get(key);
    if (kept && kept.until > Date.now()) return kept.customer;
    known.delete(key);
    const customer = await deps.db.global((tx) => findInstallation(tx, key));
    if (!customer || customer.role !== role) throw new WarehouseRefusal('unauthorized', 'Invalid API key.');
    known.set(key, { customer, until: Date.now() + KEEP_MS });
    return customer;
  }

  /** `most`: the body is a file of that many bytes at most, and not JSON. */
  return (method: 'GET' | 'POST', url: string, handle: (given: Given) => Promise<unknown>, most?: number): void => {
    app.route({
      method,
      url,
      ...limitedBody(KEY_HOLDER_BODY_LIMITS),
      ...(most === undefined ? {} : { bodyLimit: most }),
      // Before the body is read.
      onRequest: async (request) => {
        customers.set(request, await customerOf(request));
      },
      handler: async (request) => {
        const customer = customers.get(request) ?? (await customerOf(request));
        const header = (name: string): string | undefined => {
          const value = request.headers[name];
          return Array.isArray(value) ? value[0] : value;
        };
        const { params, query, body } = request as { params: Record<string, string>; query: unknown; body: unknown };
        return handle({ customer, params, query, body, header });
      },
    });
  };
}
