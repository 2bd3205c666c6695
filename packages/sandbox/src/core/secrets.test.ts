import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { folderSecrets, type SandboxSecrets } from './secrets.ts';

const folder = mkdtempSync(join(tmpdir(), 'quayside-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const all = (secrets: SandboxSecrets): string[] => [
  ...Object.values(secrets).filter((value) => typeof value === 'string'),
  secrets.shopToken('north-pier'),
  secrets.shopToken('quay-co'),
  secrets.staffId('north-pier', 'owner'),
  secrets.staffId('north-pier', 'clerk'),
  secrets.staffId('quay-co', 'owner'),
];

it('a folder keeps its secrets, closed to others; another one has others', () => {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const first = all(folderSecrets(one));
  expect(new Set(first).size).toBe(first.length);
  expect(all(folderSecrets(one))).toEqual(first);
  expect(statSync(join(one, 'secret')).mode & 0o077).toBe(0);
  expect(readdirSync(one)).toEqual(['secret']);
  for (const secret of all(folderSecrets(other))) expect(first).not.toContain(secret);
});

it('ids of people are numbers, as the platform has them', () =>
  expect(folderSecrets(folder).staffId('north-pier', 'owner')).toMatch(/^\d{13}$/));
