import { afterEach, expect, it } from 'vitest';
import { type ExtensionRuntime, installedExtensions } from './extension.ts';
import { lookForExtension } from './extension-look.ts';

const OWN = 'a'.repeat(32);
const CHROME = 'b'.repeat(32);
const NO_LINKS = { help: null, community: null, partners: null, researcher: null, apps: null };
const links = {
  ...NO_LINKS,
  extension_own: { id: OWN, address: '/extension.zip' },
  extension_chrome: `https://chromewebstore.google.com/detail/quayside/${CHROME}`,
  extension_edge: null,
};
const account = { id: '01a20371-68a4-74d5-bb91-3da871d4ece1', links };
const kept: Record<string, string> = { token: 'secret', workplace: '01a20371-68a4-74d5-bb91-3da871d4ece0' };
const session = { mode: 'standalone' as const, read: (key: string) => kept[key] };

const answering = (answers: Record<string, unknown>, sent: unknown[] = []): ExtensionRuntime => ({
  sendMessage(id, message, done) {
    sent.push(message);
    done(answers[id]);
  },
});

afterEach(() => installedExtensions.set([]));

it('C322: tells the one that answers by its id and version, and notes it', async () => {
  const sent: unknown[] = [];
  const runtime = answering({ [OWN]: { ok: true, data: { version: '1.2.0' } } }, sent);
  expect(await lookForExtension({ session, account, language: 'de', runtime })).toEqual({
    ids: [OWN],
    version: '1.2.0',
  });
  expect(sent[0]).toEqual({
    type: 'TOKEN_UPDATE',
    token: 'secret',
    account_id: account.id,
    language: 'de',
    workplace_id: kept.workplace,
  });
  expect(installedExtensions.read()).toEqual([OWN]);
});

it('takes one of another age for what it is: there, and of no known version', async () => {
  const runtime = answering({ [CHROME]: { ok: false, problem: 'bad_request' } });
  expect(await lookForExtension({ session, account, language: 'en', runtime })).toEqual({
    ids: [CHROME],
    version: null,
  });
});

it('B010: none that answers is not installed, and forgotten where it was', async () => {
  installedExtensions.set([OWN]);
  const none = { ids: [], version: null };
  expect(await lookForExtension({ session, account, language: 'en', runtime: answering({}) })).toEqual(none);
  expect(installedExtensions.read()).toEqual([]);
  expect(await lookForExtension({ session, account, language: 'en', runtime: undefined })).toEqual(none);
});

it('B049: says nothing inside an admin, nor in the phone app, nor without a sign-in', async () => {
  const sent: unknown[] = [];
  const runtime = answering({ [OWN]: { ok: true, data: { version: '1' } } }, sent);
  for (const other of [
    { ...session, mode: 'embedded' as const },
    { ...session, mode: 'wrapper' as const },
    { ...session, read: () => undefined },
  ])
    expect(await lookForExtension({ session: other, account, language: 'en', runtime })).toMatchObject({ ids: [] });
  expect(sent).toEqual([]);
});
