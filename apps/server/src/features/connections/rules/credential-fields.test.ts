import { expect, it } from 'vitest';
import { credentialFaults } from './credential-fields.ts';

const fields = [
  { name: 'key', labelKey: 'k', type: 'secret' as const, required: true },
  { name: 'note', labelKey: 'n', type: 'text' as const, required: false },
];

it('names a missing and an unknown field', () => {
  expect(credentialFaults(fields, { note: 'x', other: 'y', key: '' })).toEqual({
    'credentials.key': ['INPUT_REQUIRED'],
    'credentials.other': ['INPUT_UNKNOWN_FIELD'],
  });
  expect(credentialFaults(fields, { key: 'a' })).toEqual({});
});
