import Fastify from 'fastify';
import { expect, test } from 'vitest';
import type { Lifecycle } from '../readiness.ts';
import { drainBeforeClose } from './drain.ts';

test('a process that is about to stop still answers, one that closes says when to try again', async () => {
  const lifecycle: Lifecycle = { phase: 'serving' };
  const fastify = Fastify();
  drainBeforeClose(fastify, lifecycle);
  fastify.get('/', async () => 'served');
  const ask = () => fastify.inject({ url: '/', headers: { locale: 'de' } });

  expect((await ask()).headers.connection).toBe('keep-alive');
  lifecycle.phase = 'draining';
  const drained = await ask();
  expect([drained.statusCode, drained.body, drained.headers.connection]).toEqual([200, 'served', 'close']);
  lifecycle.phase = 'closing';
  const refused = await ask();
  expect([refused.statusCode, refused.headers.connection, refused.headers['retry-after']]).toEqual([503, 'close', '5']);
  expect(refused.json()).toEqual({
    status: 500,
    code: 'SERVER_STOPPING',
    message: 'Der Server startet neu. Versuche es in ein paar Sekunden erneut.',
    data: null,
    request_id: expect.any(String),
  });
});
