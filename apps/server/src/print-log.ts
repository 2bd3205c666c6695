import type { Log } from './log.ts';
import { workFacts } from './watch/work-context.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
type Level = (typeof LEVELS)[number];

/** Errors as message, code and stack, without the request that carried them. */
const plain = (value: unknown): unknown =>
  value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value;

/** As JSON; values that can't be serialized (cycles, bigints) are left out instead of stopping the process. */
function written(line: object, facts: object): string {
  try {
    return JSON.stringify({ ...line, ...facts });
  } catch {
    return JSON.stringify({ ...line, facts: Object.keys(facts) });
  }
}

/** Logs JSON lines to standard error, from a level up, each with the request or job that it belongs to. */
export function printLog(from: Level): Log {
  const least = LEVELS.indexOf(from);
  const line = (level: Level) => (facts: object, message?: string) => {
    if (LEVELS.indexOf(level) < least) return;
    const safe = Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, plain(value)]));
    process.stderr.write(`${written({ time: new Date().toISOString(), level, message, ...workFacts() }, safe)}\n`);
  };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}
