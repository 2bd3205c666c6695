import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpApp } from './route.ts';

const FOLDER = join(dirname(createRequire(import.meta.url).resolve('circle-flags/package.json')), 'flags');

/** Path of a country's round flag. */
export const flagAddress = (code: string): string => `/flags/${code.toLowerCase()}.svg`;

/** Serves country flags one by one, so that screens load only the visible ones. */
export function serveFlags(app: HttpApp): void {
  app.fastify.get<{ Params: { name: string } }>('/flags/:name', async (request, reply) => {
    const { name } = request.params;
    const flag = /^[a-z]{2}\.svg$/.test(name) ? await readFile(join(FOLDER, name)).catch(() => undefined) : undefined;
    if (!flag) return reply.code(404).header('cache-control', 'no-store').send();
    return reply.header('cache-control', 'public, max-age=2592000').type('image/svg+xml').send(flag);
  });
}
