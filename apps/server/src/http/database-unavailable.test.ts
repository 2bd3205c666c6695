import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answerError } from './route.ts';

test('a request that the database fails is refused for now, without what the database said', async () => {
  const fastify = Fastify();
  fastify.get('/', async (request, reply) =>
    answerError(request, reply, 'en', Object.assign(new Error('connection to 10.0.0.7 failed'), { code: '08006' })),
  );
  const refused = await fastify.inject('/');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '10']);
  expect(refused.json()).toEqual({
    status: 500,
    code: 'DATABASE_UNAVAILABLE',
    message: 'The database isn’t responding. Try again in a minute.',
    data: null,
    request_id: expect.any(String),
  });
});
