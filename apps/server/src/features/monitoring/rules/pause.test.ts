import { ConnectorError } from '@quayside/connector-kit';
import { expect, it } from 'vitest';
import { getPause } from './pause.ts';

const MINUTE = 60_000;

it('leaves a busy supplier alone as long as he asks, and longer each time', () => {
  const busy = new ConnectorError('rate-limited', 'slow down', { retryAfterMs: 90_000 });
  expect(getPause(busy, 0)).toBe(90_000);
  expect(getPause(busy, 1)).toBe(2 * MINUTE);
  expect(getPause(busy, 50)).toBe(60 * MINUTE);
});

it('asks one that does not answer again in five minutes, and one that a person must connect in an hour', () => {
  expect(getPause(new ConnectorError('temporary', 'down'), 0)).toBe(5 * MINUTE);
  expect(getPause(new ConnectorError('auth', 'key refused'), 0)).toBe(60 * MINUTE);
  expect(getPause(undefined, 0)).toBe(60 * MINUTE);
});
