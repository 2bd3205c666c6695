import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Fault, Faults } from './faults.ts';
import { HOLD_MS, type HoldOutcome, type Holds } from './holds.ts';

/** How long a hung request keeps its socket when the fault does not say. */
const HANG_MS = 30_000;
const hidden = new AsyncLocalStorage<number>();

/** Extra milliseconds for which an effect of the running request stays invisible to queries. */
export const hiddenForMs = (): number => hidden.getStore() ?? 0;

const wait = (ms: number, request: FastifyRequest): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    timer.unref();
    request.raw.socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const bodyText = (request: FastifyRequest): string =>
  typeof request.body === 'string' ? request.body : JSON.stringify(request.body ?? '');

/** Keeps a request until somebody lets it go or its time is over. */
function hold(holds: Holds, fault: Fault, when: 'before' | 'after', request: FastifyRequest): Promise<HoldOutcome> {
  const { socket } = request.raw;
  const what = { faultId: fault.id, standIn: fault.standIn, when, text: `${request.method} ${request.url}` };
  return holds.wait({ ...what, port: socket.remotePort }, fault.delayMs ?? HOLD_MS, socket);
}

async function strikeBefore(fault: Fault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (fault.kind === 'timeout-before') {
    reply.hijack();
    await wait(fault.delayMs ?? HANG_MS, request);
    request.raw.socket.destroy();
    return;
  }
  const status = Number(fault.kind.slice('status-'.length));
  if (status === 429) reply.header('retry-after', String(Math.max(1, Math.ceil((fault.delayMs ?? 1000) / 1000))));
  await reply.code(status).type('text/html; charset=utf-8').send(`<html><body><h1>${status}</h1></body></html>`);
}

async function spoil(fault: Fault, request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  switch (fault.kind) {
    case 'timeout-after':
      await wait(fault.delayMs ?? HANG_MS, request);
      request.raw.socket.destroy();
      return payload;
    case 'reset-after':
      request.raw.socket.resetAndDestroy();
      return payload;
    case 'status-500-after':
      reply.code(500).type('text/html; charset=utf-8').removeHeader('content-length');
      return '<html><body><h1>500 Internal Server Error</h1></body></html>';
    default: {
      reply.removeHeader('content-length');
      const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '{"data":';
      return text.slice(0, Math.max(1, Math.floor(text.length / 2)));
    }
  }
}

/**
 * Puts the faults around every handler of a stand-in. They are drawn after the body is read and before the handler:
 * `before` faults never reach it, `after` faults let it commit and then lose or spoil the answer.
 */
export function addFaultHooks(app: FastifyInstance, standIn: string, faults: Faults, holds: Holds): void {
  const after = new WeakMap<FastifyRequest, Fault>();

  app.addHook('preHandler', async (request, reply) => {
    const text = `${request.method} ${request.url}`;
    const body = () => bodyText(request);
    const slow = faults.strike(standIn, 'slow', text, body);
    if (slow) await wait(slow.delayMs ?? 2000, request);
    const before = faults.strike(standIn, 'before', text, body);
    if (before?.kind === 'hold-before') {
      if ((await hold(holds, before, 'before', request)) === 'go') return undefined;
      reply.hijack();
      request.raw.socket.destroy();
      return undefined;
    }
    if (before) return strikeBefore(before, request, reply);
    const fault = faults.strike(standIn, 'after', text, body);
    if (fault) after.set(request, fault);
  });

  // In the callback style, so that the handler runs inside the store's scope.
  app.addHook('preHandler', (request, _reply, done) => {
    const hide = faults.strike(standIn, 'hide', `${request.method} ${request.url}`, () => bodyText(request));
    hidden.run(hide ? (hide.delayMs ?? 5000) : 0, done);
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const fault = after.get(request);
    if (fault?.kind !== 'hold-after') return fault ? spoil(fault, request, reply, payload) : payload;
    if ((await hold(holds, fault, 'after', request)) === 'drop') request.raw.socket.destroy();
    return payload;
  });
}
