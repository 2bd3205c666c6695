import { expect, it } from 'vitest';
import { canBeGreeted, disarmed } from './names.ts';

it('a name that is an address leads nowhere', () => {
  expect(disarmed('Ada Owner')).toBe('Ada Owner');
  expect(disarmed('Win at https://evil.example/x\r\nnow')).not.toMatch(/https:\/\/|evil\.example/);
  expect(disarmed('Win at https://evil.example').replaceAll('\u2060', '')).toBe('Win at https://evil.example');
});

it('is not called either; one’s own address and dots of a name are', () => {
  for (const name of ['Ada', 'Dr. Ada', 'A. B. Owner', 'me@example.com'])
    expect(canBeGreeted(name, 'me@example.com'), name).toBe(true);
  for (const name of ['', 'free money www.evil.example', 'https://x', 'you@example.com'])
    expect(canBeGreeted(name, 'me@example.com'), name).toBe(false);
});
