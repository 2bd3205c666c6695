import { expect, it } from 'vitest';
import { isUnreported } from './unreported.ts';

const at = (minute: string) => `2026-03-01T12:${minute}:00.000Z`;

it.each([
  ['an order that is not known', at('00'), undefined, at('03'), true],
  ['a change that is not known', at('01'), at('00'), at('04'), true],
  ['a state that is known', at('01'), at('01'), at('30'), false],
  ['a change whose webhook may be on its way', at('01'), at('00'), at('03'), false],
])('%s', (_what, updatedAt, known, readAt, unreported) =>
  expect(isUnreported(updatedAt, known, readAt)).toBe(unreported),
);
