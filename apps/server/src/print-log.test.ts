import { afterEach, expect, it, vi } from 'vitest';
import { printLog } from './print-log.ts';

afterEach(() => void vi.restoreAllMocks());

it('writes whatever it is given, also what is no JSON, and nothing below its level', () => {
  const lines: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const circle: { self?: object } = {};
  circle.self = circle;
  const log = printLog('info');
  log.debug({ a: 1 }, 'unseen');
  log.info({ circle }, 'round');
  log.warn({ err: new Error('why') }, 'wrong');
  const [round, wrong] = lines.map((line) => JSON.parse(line));
  expect(lines).toHaveLength(2);
  expect(round).toMatchObject({ level: 'info', message: 'round', facts: ['circle'] });
  expect(wrong).toMatchObject({ level: 'warn', err: { message: 'why' } });
});
