import { expect, it } from 'vitest';
import { isOperator } from './operators.ts';

const config = { operators: ['ops@example.com', 'second@example.com'] };
const claimed = { email: 'Ops@example.com', operator_email: 'ops@example.com', is_demo: false };

it('an account is an operator’s when it is named and was claimed', () => {
  expect(isOperator(config, claimed)).toBe(true);
  expect(isOperator({ operators: [] }, claimed)).toBe(false);
});

it('an operator’s e-mail alone is nothing, wherever the installation runs', () => {
  expect(isOperator(config, { ...claimed, operator_email: null })).toBe(false);
});

it('nor does a claim go along to another e-mail', () => {
  expect(isOperator(config, { ...claimed, email: 'second@example.com' })).toBe(false);
});

it('the demo account is never one', () => {
  expect(isOperator(config, { ...claimed, is_demo: true })).toBe(false);
});
