import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { HttpApp } from './route.ts';

/** Serves the built web app: hashed files for a year, the page for every path of the app that is no file and no call. */
export async function serveWebApp(app: HttpApp, dist: string): Promise<void> {
  const { fastify } = app;
  if (!existsSync(join(dist, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: dist,
    prefix: '/',
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const page = (_request: unknown, reply: { sendFile(name: string): unknown }) => reply.sendFile('index.html');
  fastify.get('/', page);
  for (const path of [
    'app',
    'login',
    'signup',
    'signout',
    'tracking',
    'auth',
    'public',
    'forgot-password',
    'reset-password',
  ]) {
    fastify.get(`/${path}`, page);
    fastify.get(`/${path}/*`, page);
  }
  fastify.get('/*', page);
}
