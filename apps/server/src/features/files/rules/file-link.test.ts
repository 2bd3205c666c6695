import { expect, it } from 'vitest';
import { createVault } from '../../../vault/vault.ts';
import { isValidLink, toFileView } from './file-link.ts';

const id = '0190a5b8-0000-7000-8000-000000000001';
const file = {
  file_id: id,
  hash: '0'.repeat(64),
  kind: 'png' as const,
  bytes: 1,
  name: 'a.png',
  order_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
};
const vault = createVault(['first secret']);
const now = '2026-01-01T00:00:00.000Z';
const linkOf = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://here');
  return {
    id: pathname.split('/').at(-1) ?? '',
    until: searchParams.get('until') ?? '',
    signature: searchParams.get('signature') ?? '',
  };
};
const link = linkOf(toFileView(vault, file, now).url);

it('is valid for 10 to 20 minutes', () => {
  expect(isValidLink(vault, link, now)).toBe(true);
  expect(isValidLink(vault, link, '2026-01-01T00:20:00.000Z')).toBe(true);
  expect(isValidLink(vault, link, '2026-01-01T00:20:01.000Z')).toBe(false);
  const late = linkOf(toFileView(vault, file, '2026-01-01T00:09:59.000Z').url);
  expect(isValidLink(vault, late, '2026-01-01T00:19:59.000Z')).toBe(true);
});

it('is refused with another id, time or signature', () => {
  expect(isValidLink(vault, { ...link, id: id.replace(/1$/, '2') }, now)).toBe(false);
  expect(isValidLink(vault, { ...link, until: String(Number(link.until) + 1) }, now)).toBe(false);
  expect(isValidLink(vault, { ...link, signature: `A${link.signature.slice(1)}B` }, now)).toBe(false);
  expect(isValidLink(vault, { ...link, until: 'NaN' }, now)).toBe(false);
});

it('outlives a rotation of the secret, and not a different one', () => {
  expect(isValidLink(createVault(['second secret', 'first secret']), link, now)).toBe(true);
  expect(isValidLink(createVault(['second secret']), link, now)).toBe(false);
});
