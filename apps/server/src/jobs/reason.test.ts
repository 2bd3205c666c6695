import { ConnectorError } from '@quayside/connector-kit';
import { expect, test } from 'vitest';
import { toReason, withoutSecrets } from './reason.ts';

test.each([
  [
    'GET https://u:p4ss@shop.example/wp-json?consumer_key=ck_1&x=2 failed',
    'GET https://…@shop.example/wp-json?… failed',
  ],
  ['Authorization: Bearer abc.def.ghi was refused', 'Authorization: Bearer … was refused'],
  ['the key cs_0123456789abcdef is wrong', 'the key cs_… is wrong'],
  ['{"api_key":"12345","code":1}', '{"api_key":…,"code":1}'],
  ['no order for ada.owner+x@example.co.uk here', 'no order for …@… here'],
  ['signature=deadbeef', 'signature=…'],
  ['odd value eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9abcdef', 'odd value …'],
  ['a  line\nand another', 'a line and another'],
])('%s', (text, kept) => expect(withoutSecrets(text)).toBe(kept));

test('ids stay, for they say what it was about', () => {
  const id = '018f0000-0000-7000-8000-00000000dead';
  expect(withoutSecrets(`order ${id} is gone`)).toBe(`order ${id} is gone`);
});

test('a long text is cut, and errors give what they say', () => {
  expect(withoutSecrets('word '.repeat(200))).toHaveLength(300);
  expect(toReason(new ConnectorError('temporary', 'the shop answered 503'))).toBe('temporary: the shop answered 503');
  expect(toReason(new TypeError('x is undefined'))).toBe('x is undefined');
  expect(toReason('odd')).toBe('odd');
});
