import { expect, it } from 'vitest';
import type { ExtensionRuntime } from './extension.ts';
import { NOT_INSTALLED } from './extension.ts';
import { askInstalled } from './extension-ask.ts';

const ids = ['abcdefghijklmnopabcdefghijklmnop'];
const answering = (answer: unknown, sent: unknown[] = []): ExtensionRuntime => ({
  sendMessage(_id, message, done) {
    sent.push(message);
    done(answer);
  },
});

it('B009: asks with the words of the message, and gives its data', async () => {
  const sent: unknown[] = [];
  const data = { state: 'signed_in', sign_in: 'https://www.ebay.com/signin/' };
  const runtime = answering({ ok: true, data }, sent);
  expect(await askInstalled('CHECK_LOGIN_EBAY', { region: 'DE' }, { ids, runtime })).toEqual({ ok: true, data });
  expect(sent).toEqual([{ type: 'CHECK_LOGIN_EBAY', region: 'DE' }]);
});

it('B009: tells why not, as the extension does', async () => {
  const refusal = { ok: false, problem: 'not_allowed', host: 'shop.example' } as const;
  const asked = askInstalled(
    'FETCH_SHOP_PAGE_HTML',
    { address: 'https://shop.example/' },
    { ids, runtime: answering(refusal) },
  );
  expect(await asked).toEqual(refusal);
});

it('B010: none that answered is none that is asked', async () => {
  expect(await askInstalled('REGION_LISTS', {}, { ids: [], runtime: answering({ ok: true }) })).toBe(NOT_INSTALLED);
  expect(await askInstalled('REGION_LISTS', {}, { ids, runtime: undefined })).toBe(NOT_INSTALLED);
});

it('takes nothing on trust: an answer of another shape is none', async () => {
  for (const answer of [{ ok: true }, { ok: true, data: { marketplaces: 'all' } }, 'fine', { ok: false, problem: 'x' }])
    expect(await askInstalled('REGION_LISTS', {}, { ids, runtime: answering(answer) })).toEqual({
      ok: false,
      problem: 'bad_request',
    });
});
