import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from './faults.ts';
import type { Holds } from './holds.ts';
import type { Outbox } from './outbox.ts';
import type { Store } from './store.ts';
import type { SandboxClock } from './world.ts';

const clockChange = z.strictObject({ speed: z.number().optional(), advanceMs: z.number().optional() });
const letGo = z.strictObject({ way: z.enum(['go', 'drop']) });
const webhookQuery = z.object({
  standIn: z.string().optional(),
  state: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(200),
});

/** Where the installation listens. */
const APP_URL = 'quayside.app_url';
const RESPOND_MS = 2_000;

const responds = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(RESPOND_MS) }).then(
    (answer) => answer.ok,
    () => false,
  );

export interface ControlParts {
  store: Store;
  clock: SandboxClock;
  faults: Faults;
  holds: Holds;
  outbox: Outbox;
  books: Map<string, (query: Record<string, string>) => unknown>;
  histories: Map<string, (body: unknown) => unknown>;
  health: () => Record<string, unknown>;
  shops: () => unknown[];
  makeKeys: (platform: string, shop: string) => Record<string, string> | undefined;
  backOffices: () => unknown[];
}

/** What tests, judges and the sandbox panel steer: /control/{health,clock,faults,holds,history,webhooks,books,settings,offer}. */
export function addControl(app: FastifyInstance, parts: ControlParts): void {
  const { clock, faults, store } = parts;
  const time = () => ({ now: clock.now(), speed: clock.speed() });
  app.setErrorHandler((error, _request, reply) => {
    const bad = error instanceof z.ZodError || error instanceof SyntaxError || error instanceof RangeError;
    reply.code(bad ? 422 : 500).send({ error: error instanceof Error ? error.message : String(error) });
  });
  app.get('/health', () => parts.health());
  app.get('/shops', () => ({ shops: parts.shops(), backOffices: parts.backOffices() }));
  app.post<{ Params: { platform: string; shop: string } }>('/shops/:platform/:shop/keys', (request, reply) => {
    const keys = parts.makeKeys(request.params.platform, request.params.shop);
    if (!keys) return reply.code(404).send({ error: 'this shop makes no keys' });
    return reply.code(201).send({ keys });
  });
  app.get('/clock', time);
  app.post('/clock', (request) => {
    clock.set(clockChange.parse(request.body));
    return time();
  });
  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => reply.code(201).send(faults.add(request.body)));
  app.delete('/faults', (_request, reply) => {
    faults.remove();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/faults/:id', (request, reply) => {
    faults.remove(Number(request.params.id));
    return reply.code(204).send();
  });
  app.get('/holds', () => ({ holds: parts.holds.list() }));
  app.post<{ Params: { id: string } }>('/holds/:id', (request, reply) => {
    if (!parts.holds.release(Number(request.params.id), letGo.parse(request.body).way))
      return reply.code(404).send({ error: 'nothing with this number is held' });
    return reply.code(204).send();
  });
  // A key makes it safe to repeat: what was written the first time is answered again.
  app.post<{ Params: { standIn: string; key: string } }>('/history/:standIn/:key', (request, reply) => {
    const { key, standIn } = request.params;
    const write = parts.histories.get(standIn);
    if (!write) return reply.code(404).send({ error: 'this stand-in takes no history' });
    const name = `history:${standIn}:${key}`;
    const kept = store.setting(name);
    const answer = store.transaction(() => {
      const made = kept ?? JSON.stringify(write(request.body));
      store.setSetting(name, made);
      return made;
    });
    return reply.code(201).type('application/json').send(answer);
  });
  app.get('/webhooks', (request) => ({ webhooks: parts.outbox.list(webhookQuery.parse(request.query)) }));
  app.get<{ Params: { standIn: string } }>('/books/:standIn', (request, reply) => {
    const read = parts.books.get(request.params.standIn);
    if (!read) return reply.code(404).send({ error: 'no such stand-in' });
    return reply.send(read(request.query as Record<string, string>));
  });
  const keep = (settings: Record<string, string>) => {
    for (const [key, value] of Object.entries(settings)) store.setSetting(`told:${key}`, value);
    return { kept: Object.keys(settings) };
  };
  app.post('/settings', (request) => keep(z.record(z.string(), z.string()).parse(request.body)));
  // Several processes of one installation offer their address; the one in use stays while it responds.
  app.post('/offer', async (request) => {
    const settings = z
      .looseObject({ [APP_URL]: z.url() })
      .catchall(z.string())
      .parse(request.body);
    const used = store.setting(`told:${APP_URL}`);
    return used && used !== settings[APP_URL] && (await responds(used)) ? { kept: [] } : keep(settings);
  });
}
