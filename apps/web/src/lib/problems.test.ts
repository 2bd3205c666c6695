import { expect, it } from 'vitest';
import { problems, saveProblem } from './problems.ts';

const problem = (code: string) => ({
  at: '2026-01-01T00:00:00.000Z',
  call: 'GET /x',
  status: 204,
  code,
  message: code,
});

it('keeps the last 25 problems, newest last, until they are put away', () => {
  let told = 0;
  const stop = problems.watch(() => {
    told += 1;
  });
  for (let index = 0; index < 30; index += 1) saveProblem(problem(`P${index}`));
  expect(problems.read()).toHaveLength(25);
  expect(problems.read()[0]?.code).toBe('P5');
  expect(problems.read().at(-1)?.code).toBe('P29');
  problems.set([]);
  expect(problems.read()).toEqual([]);
  expect(told).toBe(31);
  stop();
});
