import { expect, it } from 'vitest';
import { chatIdentity } from './chat-identity.ts';

const owner = { email: 'o@x.test', name: 'Owner' };
const person = (email: string) => ({ email, name: 'Person' });

it('B014: people of the support’s domain speak for the owner', () => {
  expect(chatIdentity(person('a@help.test'), owner, 'help.test')).toEqual({ ...owner, isStaff: true });
  expect(chatIdentity(person('A@HELP.test'), owner, 'help.test').email).toBe('o@x.test');
  expect(chatIdentity(person('a@nothelp.test'), owner, 'help.test').email).toBe('a@nothelp.test');
  expect(chatIdentity(person('a@help.test'), owner, undefined).isStaff).toBe(false);
});
