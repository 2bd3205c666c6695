import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askExtension,
  type ExtensionRuntime,
  extensionIds,
  knownExtensions,
  NOT_INSTALLED,
  sendSignedOut,
  sendToken,
} from './extension.ts';

const ID = 'abcdefghijklmnopabcdefghijklmnop';
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('B008: each variant is known by the address that it is installed from', () => {
  expect(
    extensionIds([`https://chromewebstore.google.com/detail/quayside/${ID}`, `https://microsoftedge.test/${ID}?hl=en`]),
  ).toEqual([ID, ID]);
  expect(extensionIds([null, undefined, 'https://example.com/extension'])).toEqual([]);
});

it('asks the extension that this installation hands out besides those of the stores, each once', () => {
  const links = { extension_chrome: `https://chromewebstore.google.com/detail/x/${ID}`, extension_edge: null };
  const own = 'p'.repeat(32);
  const address = 'https://quayside.test/extension.zip';
  expect(knownExtensions({ ...links, extension_own: { id: own, address } })).toEqual([ID, own]);
  expect(knownExtensions({ ...links, extension_own: { id: ID, address } })).toEqual([ID]);
  expect(knownExtensions({ ...links, extension_own: null })).toEqual([ID]);
});

it('tells the workspace and the language of the screen with the token', async () => {
  const sent: unknown[] = [];
  const runtime: ExtensionRuntime = {
    sendMessage(_id, message, done) {
      sent.push(message);
      done({ ok: true });
    },
  };
  await sendToken('standalone', [ID], runtime, 'abc', { workplace_id: 'w', language: 'de' });
  expect(sent).toEqual([{ type: 'TOKEN_UPDATE', token: 'abc', workplace_id: 'w', language: 'de' }]);
});

describe('B010: an extension that cannot be reached', () => {
  const asked = async (runtime: ExtensionRuntime | undefined) => {
    const answer = askExtension(runtime, ID, { type: 'HELLO' });
    await vi.advanceTimersByTimeAsync(1_000);
    return answer;
  };
  it('is not installed where the browser has none', async () => expect(await asked(undefined)).toBe(NOT_INSTALLED));
  it('is not installed when it never answers', async () =>
    expect(await asked({ sendMessage: () => undefined })).toBe(NOT_INSTALLED));
  it('is not installed when the browser says so, in either of its ways', async () => {
    const told: ExtensionRuntime = { lastError: { message: 'no receiver' }, sendMessage: (_id, _m, done) => done({}) };
    expect(await asked(told)).toBe(NOT_INSTALLED);
    const throwing: ExtensionRuntime = {
      sendMessage() {
        throw new Error('invalid id');
      },
    };
    expect(await asked(throwing)).toBe(NOT_INSTALLED);
  });
  it('answers when it is there', async () =>
    expect(await asked({ sendMessage: (_id, _m, done) => done({ ok: true }) })).toEqual({ ok: true }));
});

it('B049: is told of a sign-out, but not inside an admin', async () => {
  const sent: unknown[] = [];
  const runtime: ExtensionRuntime = {
    sendMessage(id, message, done) {
      sent.push([id, message]);
      done({});
    },
  };
  await sendSignedOut('embedded', [ID], runtime);
  expect(sent).toEqual([]);
  await sendSignedOut('standalone', [ID], runtime);
  expect(sent).toEqual([[ID, { type: 'TOKEN_UPDATE', token: '' }]]);
});

it('B009, B010: is given the token of a sign-in, and known to be installed by its answer; never inside an admin', async () => {
  const sent: unknown[] = [];
  const other = 'p'.repeat(32);
  const runtime: ExtensionRuntime = {
    sendMessage(id, message, done) {
      sent.push([id, message]);
      if (id === ID) done({ ok: true });
    },
  };
  const told = sendToken('standalone', [ID, other], runtime, 'abc');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await told).toEqual([ID]);
  expect(sent).toEqual([
    [ID, { type: 'TOKEN_UPDATE', token: 'abc' }],
    [other, { type: 'TOKEN_UPDATE', token: 'abc' }],
  ]);
  expect(await sendToken('embedded', [ID], runtime, 'abc')).toEqual([]);
  expect(sent).toHaveLength(2);
});
