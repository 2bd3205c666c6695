import { expect, it } from 'vitest';
import { fewerMails } from './smtp.ts';

const ends = 'https://quay.example.com/unsubscribe/abc';

it('lets mail programs end mails with one click where the link is https (RFC 8058), and by a page elsewhere', () => {
  expect(fewerMails({ ends, settings: 'https://quay.example.com/app/setting/notification' })).toEqual({
    'List-Unsubscribe': `<${ends}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(fewerMails({ ends: 'http://127.0.0.1:4000/unsubscribe/abc' })).toEqual({
    'List-Unsubscribe': '<http://127.0.0.1:4000/unsubscribe/abc>',
  });
  expect(fewerMails({ settings: 'https://quay.example.com/app/setting/notification' })).toEqual({
    'List-Unsubscribe': '<https://quay.example.com/app/setting/notification>',
  });
  expect(fewerMails({})).toEqual({});
});
