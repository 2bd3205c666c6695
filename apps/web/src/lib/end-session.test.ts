import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession } from './end-session.ts';
import { installedExtensions } from './outside/extension.ts';
import { forgetfulStorage, type SessionPort, standaloneSession } from './session.ts';

const OWN = 'a'.repeat(32);
const FORGET = { type: 'TOKEN_UPDATE', token: '' };
const sent: unknown[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('chrome', {
    runtime: {
      sendMessage(id: string, message: unknown, done: (value: unknown) => void) {
        sent.push([id, message]);
        done({ ok: true });
      },
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  installedExtensions.set([]);
});

function signedIn(): SessionPort & { document: { cookie: string } } {
  const document = { cookie: '' };
  const port = standaloneSession(document, forgetfulStorage(), false);
  for (const key of ['token', 'store', 'workplace', 'role'] as const) port.write(key, 'x');
  return { ...port, document };
}

it('B048: forgets the session immediately, and has the extension of this page forget the person', async () => {
  installedExtensions.set([OWN]);
  const port = signedIn();
  const ended = endSession(port);
  for (const key of ['token', 'store', 'workplace', 'role'] as const) expect(port.read(key) ?? '').toBe('');
  await ended;
  expect(sent).toEqual([[OWN, FORGET]]);
});

it('asks the server for the extension where the page has not met it yet, and never fails', async () => {
  const meta = vi.fn(async () =>
    Response.json({
      status: 200,
      code: 'OK',
      data: {
        links: { extension_own: { id: OWN, address: '/extension.zip' }, extension_chrome: null, extension_edge: null },
      },
    }),
  );
  vi.stubGlobal('fetch', meta);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('location', { protocol: 'http:' });
  await endSession(signedIn());
  expect(sent).toEqual([[OWN, FORGET]]);
  vi.stubGlobal('fetch', () => Promise.reject(new Error('away')));
  await endSession(signedIn());
  expect(sent).toHaveLength(1);
});

it('B049: says nothing inside an admin, whose extension belongs to another sign-in', async () => {
  installedExtensions.set([OWN]);
  await endSession({ ...signedIn(), mode: 'embedded' });
  expect(sent).toEqual([]);
});

it('is the only way in which a session ends in this browser', () => {
  const root = new URL('..', import.meta.url);
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .map((name) => ({ name, text: readFileSync(new URL(name, root), 'utf8') }));
  const forgets = /write\(\s*'token',\s*undefined|removeItem\([^)]*token/;
  expect(sources.filter(({ text }) => forgets.test(text)).map(({ name }) => name)).toEqual([]);
  const endsAtServer = /'(POST \/auth\/(logout|reset-password|sessions\/end-all)|DELETE \/auth\/account\/delete)'/;
  const callers = sources.filter(({ text }) => endsAtServer.test(text));
  expect(callers.map(({ name }) => name).sort()).toEqual([
    'features/account/leave-card.tsx',
    'features/account/sessions-card.tsx',
    'features/auth/reset-page.tsx',
    'features/auth/sign-out-page.tsx',
  ]);
  for (const { name, text } of callers) expect(text, name).toContain('endSession(');
  expect(readFileSync(new URL('app/leave.ts', root), 'utf8').match(/endSession\(/g)).toHaveLength(2);
});
