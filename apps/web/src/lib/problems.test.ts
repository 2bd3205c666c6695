import { expect, it } from 'vitest';
import { problems } from './problems.ts';

const problem = (code: string) => ({
  at: '2026-01-01T00:00:00.000Z',
  call: 'GET /x',
  status: 204,
  code,
  message: code,
});

it('keeps the last 25 problems, newest last, until they are forgotten', () => {
  let told = 0;
  const stop = problems.watch(() => {
    told += 1;
  });
  for (let index = 0; index < 30; index += 1) problems.keep(problem(`P${index}`));
  expect(problems.all()).toHaveLength(25);
  expect(problems.all()[0]?.code).toBe('P5');
  expect(problems.all().at(-1)?.code).toBe('P29');
  problems.forget();
  expect(problems.all()).toEqual([]);
  expect(told).toBe(31);
  stop();
});
