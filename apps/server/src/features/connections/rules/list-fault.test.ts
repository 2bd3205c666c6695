import { ConnectorError } from '@quayside/connector-kit';
import { AppError } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { LANGUAGES, say } from '../../../http/messages.ts';
import { listFault } from './list-fault.ts';

it.each([
  new AppError('BAD_REQUEST', 'STORE_NEEDS_RECONNECT', { params: { name: 'shop.example.com' } }),
  new AppError('BAD_REQUEST', 'UNKNOWN_CODE', { messageKey: 'STORE_DISCONNECTED' }),
  new ConnectorError('rejected', 'The store said so.', { code: 'other' }),
  new ConnectorError('temporary', 'No answer.', { code: 'other' }),
  new ConnectorError('auth', 'No.', { code: 'other' }),
])('says a sentence with the name of the store in every language: %s', (error) => {
  const { key, params } = listFault(error, 'My shop') ?? { key: '', params: {} };
  const texts = LANGUAGES.map((language) => say(language, key, params));
  expect(new Set(texts).size).toBe(LANGUAGES.length);
  for (const text of texts) {
    expect(text).toContain('My shop');
    expect(text).not.toMatch(/[{}]|^[A-Z_]+$/);
  }
});

it('says what to do after a refusal', () =>
  expect(listFault(new ConnectorError('rejected', 'No such field.', { code: 'other' }), 'My shop')).toEqual({
    key: 'STORE_LIST_REFUSED',
    params: { name: 'My shop', detail: 'No such field.' },
  }));

it('leaves other errors to the job', () => expect(listFault(new Error('broken'), 'My shop')).toBeUndefined());
