import { expect, test } from 'vitest';
import { getFingerprint, refuseSecrets } from './fingerprint.ts';

const [first, second, third] = ['first', 'second', 'third'].map((word) => `the ${word} secret of an installation`) as [
  string,
  string,
  string,
];
const known = (...secrets: string[]) => secrets.map(getFingerprint);

test('a new database takes any secret, and later only that one', () => {
  expect(refuseSecrets([], first)).toBeUndefined();
  expect(refuseSecrets(known(first), first)).toBeUndefined();
  expect(refuseSecrets(known(first), second)).toContain('is not the secret that this database was set up with');
});

test('a replaced secret starts with the old one beside it', () => {
  expect(refuseSecrets(known(first), second, first)).toBeUndefined();
  expect(refuseSecrets(known(first), second, third)).toContain('APP_SECRET is not the secret');
});

test('until everything is encrypted with the new secret both are needed', () => {
  const between = known(first, second);
  expect(refuseSecrets(between, second, first)).toBeUndefined();
  expect(refuseSecrets(between, first, second)).toBeUndefined();
  for (const alone of [first, second]) expect(refuseSecrets(between, alone)).toContain('uses two secrets');
  expect(refuseSecrets(known(second), second)).toBeUndefined();
});

test('a fingerprint does not contain the secret', () => {
  expect(getFingerprint(first)).toMatch(/^[0-9a-f]{64}$/);
});
