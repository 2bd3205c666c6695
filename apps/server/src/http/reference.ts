import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import { openApiDocument } from './openapi.ts';
import type { HttpApp } from './route.ts';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Quayside API</title><link rel="stylesheet" href="/api/docs/assets/swagger-ui.css"></head>
<body><div id="reference"></div><script src="/api/docs/assets/swagger-ui-bundle.js"></script><script src="/api/docs/start.js"></script></body></html>`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', filter: true, tryItOutEnabled: true });`;

/** Serves the OpenAPI document at /api/openapi.json and Swagger UI at /api/docs. Register after every feature. */
export async function serveReference(app: HttpApp, version: string): Promise<void> {
  const { fastify } = app;
  let document: string | undefined;
  fastify.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(app.calls, version));
    return reply.type('application/json').send(document);
  });
  fastify.get('/api/docs', async (_request, reply) => reply.type('text/html').send(page));
  fastify.get('/api/docs/start.js', async (_request, reply) => reply.type('text/javascript').send(start));
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  await fastify.register(fastifyStatic, {
    root: assets,
    prefix: '/api/docs/assets/',
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
    decorateReply: false,
  });
}
