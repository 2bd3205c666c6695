import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isGuessable } from './guessable-password.ts';

const list = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');
const common = new Set(list);
const refused = (password: string) => isGuessable(password, 'Ada.Byron@example.com', common);

it('refuses common passwords in any case, the e-mail, its local part and the name of the product', () => {
  const guesses = ['password', 'PassWord', '12345678', 'aaaaaaaa', 'iloveyou', ' qwertyuiop '];
  const own = ['ada.byron@example.com', 'ADA.BYRON', 'ada.byron1!', 'quayside', 'Quayside2026!'];
  expect([...guesses, ...own].filter((one) => !refused(one))).toEqual([]);
});

it('lets others pass, the password of the demo account among them', () => {
  const good = ['correct horse battery', 'a good long password', 'quayside-demo', 'ada.byron-of-london', 'x9!kf02mZ'];
  expect(good.filter(refused)).toEqual([]);
});

it('knows more than 10,000 passwords that are long enough, each once and in lower case', () => {
  expect(list.length).toBeGreaterThan(10_000);
  expect(common.size).toBe(list.length);
  expect(list.filter((one) => one.length < 8 || one !== one.toLowerCase())).toEqual([]);
});
