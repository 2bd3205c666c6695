import { expect, it } from 'vitest';
import { areAllDone } from './folded-tasks.ts';

const tasks = (...statuses: ('processing' | 'success' | 'error')[]) => statuses.map((status) => ({ status }));

it('folds tasks only when every one succeeded', () => {
  expect(areAllDone(tasks('success', 'success'))).toBe(true);
  expect(areAllDone(tasks('success', 'processing'))).toBe(false);
  expect(areAllDone(tasks('success', 'error'))).toBe(false);
  expect(areAllDone([])).toBe(false);
});
