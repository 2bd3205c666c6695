import { request as send } from 'undici';
import type { Emulator, World } from '../core/world.ts';
import { employStaff, TARGET } from '../staff/index.ts';
import { forgetfulWarehouse } from './forgetful.ts';
import { hiddenEffects } from './hidden.ts';
import { warehouseHooks } from './hooks.ts';
import { onlyVisible, remember, type Seen } from './rewrite.ts';

/** Headers that the warehouse reads; nothing else passes. */
const PASSED = ['authorization', 'idempotency-key', 'content-type', 'accept'] as const;
const PATIENCE_MS = 25_000;

const unavailable = (message: string): Seen => ({
  status: 503,
  body: JSON.stringify({ code: 'unavailable', message }),
});

async function forward(
  world: World,
  ask: { method: 'GET' | 'POST'; url: string; headers: Record<string, string>; body: string | undefined },
): Promise<Seen> {
  const target = world.setting(TARGET);
  if (!target) return unavailable('The sandbox has no warehouse URL yet.');
  try {
    const answer = await send(target + ask.url, {
      method: ask.method,
      headers: ask.headers,
      body: ask.body ?? null,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  } catch (error) {
    return unavailable(`The warehouse does not answer: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Quayside's warehouse as an outside system: the real one, seen through a gateway at /quayside where the sandbox's faults
 * apply, and with a robot for staff.
 */
export const quayside: Emulator = {
  name: 'quayside',
  prefix: '/quayside',
  register(app, world) {
    const hidden = hiddenEffects(world);
    const hooks = warehouseHooks(world);
    const forgetful = forgetfulWarehouse(world);
    world.addBook('quayside', () => ({ secondPayments: forgetful.secondPayments() }));
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    app.route({
      method: ['GET', 'POST'],
      url: '/*',
      async handler(request, reply) {
        const url = request.url.slice('/quayside'.length);
        const path = url.split('?')[0] ?? '';
        if (path.startsWith('/staff')) return reply.code(404).send({ code: 'not_found', message: 'Unknown endpoint.' });
        const body = typeof request.body === 'string' && request.body !== '' ? request.body : undefined;
        const hook = /^\/hook\/(\w+)$/.exec(path)?.[1];
        if (hook) {
          const known = request.method === 'POST' && hooks.pass(hook, request.headers, body ?? '');
          return reply.code(known ? 200 : 404).send({ received: known });
        }
        const headers: Record<string, string> = {};
        for (const name of PASSED) {
          const value = request.headers[name];
          if (typeof value === 'string') headers[name] = value;
        }
        const method = request.method as 'GET' | 'POST';
        const sent = body !== undefined && path === '/webhooks' ? hooks.through(body) : body;
        const { 'idempotency-key': key, ...others } = headers;
        const answer = await forgetful.send(path, key, (used) =>
          forward(world, {
            method,
            url,
            headers: used === undefined ? others : { ...others, 'idempotency-key': used },
            body: sent,
          }),
        );
        if (method === 'POST') remember(world, hidden, path, answer);
        const shown = method === 'GET' ? onlyVisible(hidden, path, answer) : answer;
        return reply.code(shown.status).type('application/json').send(shown.body);
      },
    });
    employStaff(world);
  },
};
