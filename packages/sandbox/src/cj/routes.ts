import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { World } from '../core/world.ts';
import { type Account, findAccount } from './accounts.ts';
import { CjRefusal, paramError, success } from './answer.ts';
import { countRequest } from './limits.ts';

export interface Asked {
  account: Account;
  query: Record<string, string | string[] | undefined>;
  body: unknown;
}

type Handle = (asked: Asked) => unknown;

/** The first thing wrong with a body, in CJ's manner. */
export function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw paramError(`${issue?.path.join('.') || 'body'} ${issue?.message ?? 'is not valid'}`);
}

export const one = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;
export const many = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

export function needed(query: Asked['query'], name: string): string {
  const value = one(query[name]);
  if (!value) throw new CjRefusal(16900403, `${name} can not be empty`);
  return value;
}

/** Puts CJ's calls on the air: the token, the limits, one transaction of the store per call, the envelope. */
export function getCalls(app: FastifyInstance, world: World) {
  return (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, handle: Handle): void => {
    app.route({
      method,
      url: `/api2.0/v1${path}`,
      handler: (request: FastifyRequest) => {
        const token = request.headers['cj-access-token'];
        const account = findAccount(world, Array.isArray(token) ? token[0] : token);
        countRequest(account, path);
        const asked = { account, query: request.query as Asked['query'], body: request.body };
        return success(world.transaction(() => handle(asked)));
      },
    });
  };
}
