import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createPageHead } from './page-head.ts';
import type { HttpApp } from './route.ts';
import { getVisitor } from './session.ts';
import type { Visitor } from './who.ts';

/** How a page is embedded in another site. */
export interface PageFrame {
  /** Origins that may embed it. */
  ancestors: string[];
  /** Additional script origins. */
  scripts: string[];
  /** HTML inserted at the start of the head. */
  head: string;
}

/** Returns what the first screen needs to know about the installation, written as JSON into the head of the page. */
export type PageFacts = (visitor: Visitor) => object;

/** How a browser requested a page. */
export interface PageRequest {
  /** As a top-level page instead of in a frame. */
  isTab: boolean;
  userAgent: string;
}

/** How a page requested with this query is embedded; undefined: on its own, framed by no one. */
export type FrameOf = (query: Record<string, string>, request: PageRequest) => Promise<PageFrame | undefined>;

const onlyTexts = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );

/** Sends the page with its own CSP for ancestors and scripts. */
function sendFramed(reply: FastifyReply, page: string, frame: PageFrame): FastifyReply {
  const common = String(reply.raw.getHeader('content-security-policy') ?? '');
  const policy = common
    .replace("frame-ancestors 'none'", `frame-ancestors ${frame.ancestors.join(' ')}`)
    .replace(/(^|;)script-src 'self'/, (start) => [start, ...frame.scripts].join(' '));
  reply.raw.removeHeader('x-frame-options');
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.replace('<head>', `<head>${frame.head}`));
}

/** Paths of calls, webhooks and files: unknown ones return an error, not the app's page. */
const NO_PAGE = /^\/(?:api|webhooks|assets)(?:\/|$)/;

/** Files of a build by relative path; hidden files are build metadata. */
const filesOf = (dist: string): Set<string> =>
  new Set(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((path) => !/(?:^|\/)\./.test(path)),
  );

/** Serves the built web app: hashed files cached for a year, and the page for every other path. */
export async function serveWebApp(
  app: HttpApp,
  dist: string,
  { frameOf, pageFacts }: { frameOf: FrameOf; pageFacts: PageFacts },
): Promise<void> {
  const { fastify } = app;
  if (!existsSync(join(dist, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: dist,
    // A route for each of a thousand files would add a third of a second to every start.
    serve: false,
    // The build compresses its files; the rest is compressed while sending.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const pageOf = createPageHead(dist);
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const frame = await frameOf(onlyTexts(request.query), {
      isTab: request.headers['sec-fetch-dest'] === 'document',
      userAgent: request.headers['user-agent'] ?? '',
    });
    const text = pageOf(request.url.split('?', 1)[0] ?? '/', pageFacts(getVisitor(request)));
    if (frame) return sendFramed(reply, text, frame);
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(text);
  };
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
  // Files of a build made after the start.
  fastify.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.sendFile(join('assets', request.params['*'])),
  );
  const files = filesOf(dist);
  fastify.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = request.params['*'];
    if (files.has(path)) return reply.sendFile(path);
    return NO_PAGE.test(`/${path}`) ? reply.callNotFound() : page(request, reply);
  });
}
