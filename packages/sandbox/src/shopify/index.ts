import { createReadStream, existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Emulator, World } from '../core/world.ts';
import { addAdminPages } from './admin-pages.ts';
import { addAppFrame } from './app-frame.ts';
import { readBooks } from './books.ts';
import { bulkFile } from './bulk.ts';
import type { Call, Shopify } from './call.ts';
import { createCompliance } from './compliance.ts';
import { dueWork } from './due-work.ts';
import { answer } from './execute.ts';
import { createFiles } from './files.ts';
import { keepHistory } from './history.ts';
import { createIdempotencyTable } from './idempotency.ts';
import { addImporter } from './importer.ts';
import { addOauth } from './oauth-routes.ts';
import { API_VERSION, findShop } from './seed.ts';
import { openShopifyStore } from './store.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createWebhookSender } from './webhook-sender.ts';
import { shopWindow } from './window.ts';

const graphqlBody = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

function addGraphql(app: FastifyInstance, shopify: Shopify, tokens: Tokens, throttle: Throttle): void {
  const path = '/:shop/admin/api/:version/graphql.json';
  app.post<{ Params: { shop: string; version: string } }>(path, async (request, reply) => {
    const seed = findShop(request.params.shop);
    if (!seed || request.params.version !== API_VERSION) return reply.code(404).send({ errors: 'Not Found' });
    const token = request.headers['x-shopify-access-token'];
    const grant = typeof token === 'string' ? tokens.identify(seed.shop, token) : undefined;
    if (!grant) {
      const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
      return reply.code(401).send({ errors });
    }
    const body = graphqlBody.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ errors: { query: 'Required parameter missing or invalid' } });
    const { operationName, query, variables } = body.data;
    const call: Call = {
      ...shopify,
      seed,
      clientId: grant.clientId,
      scopes: new Set(grant.scopes),
      hidden: false,
    };
    reply.header('x-shopify-api-version', API_VERSION).header('x-request-id', request.id);
    return answer(call, throttle, { query, variables: variables ?? {}, operationName: operationName ?? undefined });
  });
}

function addFiles(app: FastifyInstance, shopify: Shopify): void {
  const { files } = shopify;
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post<{ Params: { shop: string } }>('/:shop/staged', async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    const problem = await files.staged.take(request.params.shop, type, request.body as Buffer);
    if (problem) return reply.code(403).type('application/xml').send(`<Error><Code>${problem}</Code></Error>`);
    return reply.code(201).send();
  });
  // The address of a shop is its shop window.
  app.get<{ Params: { shop: string } }>('/:shop', (request, reply) => {
    if (!findShop(request.params.shop)) return reply.code(404).send('No such shop.');
    return reply.redirect(`/shop/shopify/${request.params.shop}`, 302);
  });
  app.get<{ Params: { file: string } }>('/:shop/cdn/bulk/:file', (request, reply) => {
    const file = bulkFile(shopify, Number.parseInt(request.params.file, 10));
    if (!existsSync(file)) return reply.code(404).send();
    return reply.type('application/jsonl').send(createReadStream(file));
  });
  app.get<{ Params: { id: string; name: string } }>('/:shop/cdn/files/:id/:name', (request, reply) => {
    const stream = files.read(Number(request.params.id));
    if (!stream) return reply.code(404).send();
    const type = files.typeOf(request.params.name);
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(stream);
  });
}

/** Shopify, Admin GraphQL API 2026-10, with two shops at /shopify/{shop}: it executes Shopify's own schema. */
export const shopify: Emulator = {
  name: 'shopify',
  prefix: '/shopify',
  register(app: FastifyInstance, world: World) {
    const store = openShopifyStore(world);
    createIdempotencyTable(world);
    const shared: Shopify = { world, store, files: createFiles(world), webhooks: createWebhookSender(world, store) };
    const tokens = createTokens(world);
    addOauth(app, shared, tokens);
    const throttle = createThrottle(world);
    addGraphql(app, shared, tokens, throttle);
    addFiles(app, shared);
    addImporter(app, shared);
    const compliance = createCompliance(world, store, tokens);
    addAdminPages(app, shared, tokens, compliance);
    addAppFrame(app, shared, tokens);
    world.addWindow(shopWindow(shared));
    world.addBook('shopify', (query) => readBooks(shared, query));
    world.addBook('shopify-points', () => ({ apps: throttle.spent() }));
    world.addHistory('shopify', (body) => keepHistory(shared, body));
    world.onTick(dueWork(shared));
    world.onTick(() => compliance.settleDue());
  },
};
