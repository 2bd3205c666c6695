import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpApp } from './route.ts';

/** How a page is shown inside somebody else's. */
export interface PageFrame {
  /** Origins that may frame it. */
  ancestors: string[];
  /** Origins of scripts besides ours. */
  scripts: string[];
  /** HTML that its head begins with. */
  head: string;
}

/** How a browser asked for a page. */
export interface PageRequest {
  /** For a tab of its own, not for a frame. */
  isTab: boolean;
  userAgent: string;
}

/** How a page with this query is shown inside somebody else's; undefined: framed by nobody, on its own. */
export type FrameOf = (query: Record<string, string>, request: PageRequest) => Promise<PageFrame | undefined>;

const onlyTexts = (query: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query as Record<string, unknown>).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  );

/** The page as it may be framed: its own rule for ancestors and scripts in place of the common one. */
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

/** Paths that are calls, reports of others and files: where there is none of that name, the answer says so and is no page. */
const NO_PAGE = /^\/(?:api|webhooks|assets)(?:\/|$)/;

/** The files of a build by their paths below its folder; hidden ones are notes of the build. */
const filesOf = (dist: string): Set<string> =>
  new Set(
    readdirSync(dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter((path) => !/(?:^|\/)\./.test(path)),
  );

/** Serves the built web app: hashed files for a year, the page for every path of the app that is no file and no call. */
export async function serveWebApp(app: HttpApp, dist: string, frameOf: FrameOf): Promise<void> {
  const { fastify } = app;
  if (!existsSync(join(dist, 'index.html'))) return;
  await fastify.register(fastifyStatic, {
    root: dist,
    // A route for each of a thousand files would take a third of a second at every start.
    serve: false,
    // The build packs what it makes; what it left unpacked is packed on the way.
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  const text = readFileSync(join(dist, 'index.html'), 'utf8');
  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const frame = await frameOf(onlyTexts(request.query), {
      isTab: request.headers['sec-fetch-dest'] === 'document',
      userAgent: request.headers['user-agent'] ?? '',
    });
    return frame ? sendFramed(reply, text, frame) : reply.sendFile('index.html');
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
  // Files of a build that was made since we started.
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
