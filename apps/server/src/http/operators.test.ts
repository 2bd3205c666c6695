import { expect, it } from 'vitest';
import { isOperator } from './operators.ts';

const operators = ['ops@example.com'];
const proven = { email: 'Ops@example.com', email_verified_at: '2026-01-01T00:00:00Z' };
const claimed = { ...proven, email_verified_at: null };

it('where strangers can sign up, an e-mail that nobody proved makes no operator', () => {
  const open = { operators, host: '0.0.0.0', appUrl: undefined };
  const behind = { operators, host: '127.0.0.1', appUrl: 'https://quayside.example.com' };
  for (const config of [open, behind]) {
    expect(isOperator(config, claimed)).toBe(false);
    expect(isOperator(config, proven)).toBe(true);
    expect(isOperator(config, { ...proven, email: 'x@example.com' })).toBe(false);
  }
});

it('on a machine that only its own people reach, the name is enough', () => {
  expect(isOperator({ operators, host: '127.0.0.1', appUrl: undefined }, claimed)).toBe(true);
});
