import { isId } from '@quayside/kernel';
import { describe, expect, it } from 'vitest';
import { bareHttpApp } from '../testing/fakes/http-app.ts';
import { currentWork } from '../watch/work-context.ts';

const app = (env: object = {}) =>
  bareHttpApp({
    env,
    async add({ fastify }) {
      fastify.post('/work', async () => ({ seen: currentWork()?.requestId }));
      fastify.get('/broken', () => Promise.reject(new Error('a text for the log only')));
    },
  });
const GIVEN = { 'x-request-id': 'edge-7f3a9112' };

describe('a request', () => {
  it('has one id: in its header, and for everything that it does, also after its body was read', async () => {
    const { fastify } = await app();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        fastify.inject({ method: 'POST', url: '/work', payload: { n }, headers: GIVEN }),
      ),
    );
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(answers.map((answer) => answer.json().seen)).toEqual(ids);
    expect(new Set(ids).size).toBe(20);
    // Given by a client, not by a proxy.
    expect(ids.every((id) => isId(String(id)))).toBe(true);
  });

  it('keeps the id of a trusted proxy', async () => {
    const { fastify } = await app({ QUAYSIDE_PROXIES: 'loopback' });
    const answer = await fastify.inject({ method: 'POST', url: '/work', payload: {}, headers: GIVEN });
    expect(answer.headers['x-request-id']).toBe('edge-7f3a9112');
    expect(answer.json()).toEqual({ seen: 'edge-7f3a9112' });
  });

  it.each(['/broken', '/api/nothing', '/api/center/products/%E0%A4%A', '/api/auth/login'])(
    'that fails says its id: %s',
    async (url) => {
      const { fastify } = await app();
      const answer = await fastify.inject({ method: url === '/api/auth/login' ? 'POST' : 'GET', url });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.json().request_id).toBe(answer.headers['x-request-id']);
      expect(isId(answer.json().request_id)).toBe(true);
    },
  );

  it('that fails unexpectedly shows its id to the person', async () => {
    const { fastify } = await app();
    const answer = await fastify.inject({ method: 'GET', url: '/broken', headers: { locale: 'de' } });
    const { data, request_id: id } = answer.json();
    expect(data).toEqual({ details: `Referenz für den Support: ${id}` });
    expect(answer.body).not.toContain('for the log only');
  });
});
