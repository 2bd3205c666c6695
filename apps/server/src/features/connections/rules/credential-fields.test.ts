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

it('asks for the one or the others', () => {
  const choice = [
    { name: 'id', labelKey: 'i', type: 'text' as const, required: false, requiredWithout: 'token' },
    { name: 'secret', labelKey: 's', type: 'secret' as const, required: false, requiredWithout: 'token' },
    { name: 'token', labelKey: 't', type: 'secret' as const, required: false },
  ];
  expect(credentialFaults(choice, { token: 'x' })).toEqual({});
  expect(credentialFaults(choice, { id: 'x', secret: 'y' })).toEqual({});
  expect(credentialFaults(choice, { id: 'x' })).toEqual({ 'credentials.secret': ['INPUT_REQUIRED'] });
  expect(Object.keys(credentialFaults(choice, {}))).toEqual(['credentials.id', 'credentials.secret']);
});
