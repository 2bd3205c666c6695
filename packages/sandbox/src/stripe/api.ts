import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isForgetful } from '../core/forgetful.ts';
import type { World } from '../core/world.ts';
import { disputeShape, getDisputes, listDisputes, listRefunds } from './disputes.ts';
import { read, StripeRefusal } from './errors.ts';
import { sendEvent } from './events.ts';
import { type Nested, nest } from './form.ts';
import {
  closeSession,
  createBody,
  createSession,
  findSession,
  listSessions,
  seenSession,
  sessionShape,
} from './sessions.ts';

/** The key of tests; a running sandbox has its own. Any other is refused, as Stripe refuses a wrong one. */
export const SECRET_KEY = 'sk_test_quayside_sandbox';

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().max(5_000).optional(),
  payment_intent: z.string().max(5_000).optional(),
  created: z
    .strictObject({
      gt: z.coerce.number().int().optional(),
      gte: z.coerce.number().int().optional(),
      lt: z.coerce.number().int().optional(),
      lte: z.coerce.number().int().optional(),
    })
    .default({}),
  expand: z.array(z.string().regex(/^data\./)).optional(),
});

const claimQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(10),
  starting_after: z.string().max(5_000).optional(),
  created: z.strictObject({ gte: z.coerce.number().int() }).optional(),
});
const disputeQuery = claimQuery.extend({ payment_intent: z.string().max(5_000).optional() });

const expandQuery = z.object({ expand: z.array(z.string()).optional() });

function checkKey(world: World, request: FastifyRequest): void {
  const header = request.headers.authorization ?? '';
  const basic = /^Basic (.+)$/.exec(header)?.[1];
  const key = basic ? Buffer.from(basic, 'base64').toString().split(':')[0] : /^Bearer (.+)$/.exec(header)?.[1];
  if (key === world.secrets.stripeKey) return;
  throw new StripeRefusal(
    401,
    'invalid_request_error',
    key ? `Invalid API Key provided: ${key.slice(0, 8)}****` : 'You did not provide an API key.',
  );
}

const formOf = (request: FastifyRequest): Record<string, Nested> =>
  nest((request.body ?? {}) as Record<string, string | string[]>);

interface StoredAnswer {
  request: string;
  status: number;
  answer: string;
}

/**
 * Answers a write once per idempotency key: the same key with the same request gets the kept answer, with another one it
 * is refused. Refused input is not kept, as at Stripe.
 */
function once(world: World, request: FastifyRequest, reply: FastifyReply, work: () => object): object {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : undefined;
  if (key === undefined || isForgetful(world)) return world.transaction(work);
  const asked = `${request.method} ${request.url} ${JSON.stringify(request.body)}`;
  return world.transaction(() => {
    const kept = world.db.prepare('select * from stripe_idempotency where key = ?').get(key) as
      | StoredAnswer
      | undefined;
    if (kept && kept.request !== asked)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    if (kept) {
      reply.header('idempotent-replayed', 'true');
      return JSON.parse(kept.answer) as object;
    }
    const answer = work();
    world.db.prepare('insert into stripe_idempotency values (?, ?, 200, ?)').run(key, asked, JSON.stringify(answer));
    return answer;
  });
}

const missing = (id: string): StripeRefusal =>
  new StripeRefusal(404, 'invalid_request_error', `No such checkout.session: '${id}'`, {
    code: 'resource_missing',
    param: 'id',
  });

type ById = { Params: { id: string } };

/** /stripe/v1: the calls of Checkout that Quayside makes. */
export function addApi(app: FastifyInstance, world: World): void {
  app.addHook('onRequest', async (request) => checkKey(world, request));

  app.post('/checkout/sessions', (request, reply) =>
    once(world, request, reply, () => {
      const body = read(createBody, formOf(request));
      return sessionShape(world, createSession(world, body), body.expand);
    }),
  );

  app.get('/checkout/sessions', (request) => {
    const { expand, ...ask } = read(listQuery, nest(request.query as Record<string, string>));
    if (ask.starting_after !== undefined && !seenSession(world, ask.starting_after))
      throw new StripeRefusal(400, 'invalid_request_error', `No such checkout.session: '${ask.starting_after}'`, {
        code: 'resource_missing',
        param: 'starting_after',
      });
    const rows = listSessions(world, ask);
    const inEach = expand?.map((path) => path.slice('data.'.length));
    return {
      object: 'list',
      url: '/v1/checkout/sessions',
      has_more: rows.length > ask.limit,
      data: rows.slice(0, ask.limit).map((row) => sessionShape(world, row, inEach)),
    };
  });

  app.get<ById>('/checkout/sessions/:id', (request) => {
    const { expand } = read(expandQuery, nest(request.query as Record<string, string>));
    const row = seenSession(world, request.params.id);
    if (!row) throw missing(request.params.id);
    return sessionShape(world, row, expand);
  });

  app.get('/disputes', (request) => {
    const ask = read(disputeQuery, nest(request.query as Record<string, string>));
    const rows = ask.payment_intent
      ? getDisputes(world, ask.payment_intent)
      : listDisputes(world, { ...ask, since: ask.created?.gte ?? 0 });
    return {
      object: 'list',
      url: '/v1/disputes',
      has_more: rows.length > ask.limit,
      data: rows.slice(0, ask.limit).map(disputeShape),
    };
  });

  app.get('/refunds', (request) => {
    const ask = read(claimQuery, nest(request.query as Record<string, string>));
    const rows = listRefunds(world, { ...ask, since: ask.created?.gte ?? 0 });
    return {
      object: 'list',
      url: '/v1/refunds',
      has_more: rows.length > ask.limit,
      data: rows.slice(0, ask.limit).map((row) => ({ ...row, object: 'refund', status: 'succeeded' })),
    };
  });

  app.post<ById>('/checkout/sessions/:id/expire', (request, reply) =>
    once(world, request, reply, () => {
      const row = findSession(world, request.params.id);
      if (!row) throw missing(request.params.id);
      if (!closeSession(world, row, 'expired'))
        throw new StripeRefusal(
          400,
          'invalid_request_error',
          'Only Checkout Sessions with a status in ["open"] can be expired.',
        );
      sendEvent(world, 'checkout.session.expired', findSession(world, row.id) ?? row);
      return sessionShape(world, findSession(world, row.id) ?? row);
    }),
  );
}
