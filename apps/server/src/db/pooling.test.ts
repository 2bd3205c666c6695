import { expect, test } from 'vitest';
import { type ProbeConnection, sharesSessions } from './pooling.ts';

interface Backend {
  pid: number;
  mark: string | null;
}

/** Responds to the check's statements as a PostgreSQL session would. */
function answer(backend: Backend, text: string): { rows: unknown[] } {
  const set = /set_config\('app.probe', '([^']+)'/.exec(text)?.[1];
  if (set) backend.mark = set;
  return { rows: [{ ...backend }] };
}

const makeBackend = (() => {
  let pid = 0;
  return (): Backend => {
    pid += 1;
    return { pid, mark: null };
  };
})();

/** A connection that keeps its session: direct, or a pooler in session mode. */
function direct(): ProbeConnection {
  const own = makeBackend();
  return { query: async (text) => answer(own, text) };
}

/** Connections through a pooler in transaction mode: a session lasts for one statement or transaction. */
function pooled(free: Backend[], take: 'newest' | 'oldest'): ProbeConnection {
  let held: Backend | undefined;
  return {
    async query(text) {
      const session = held ?? (take === 'newest' ? free.pop() : free.shift()) ?? makeBackend();
      held = text === 'begin' ? session : text === 'rollback' ? undefined : held;
      const rows = answer(session, text);
      if (!held) free.push(session);
      return rows;
    },
  };
}

test('connections that keep their session pass', async () => {
  expect(await sharesSessions(direct(), direct())).toBe(false);
});

test('a pooler that allows no transaction is found', async () => {
  const whole = direct();
  const refuses: ProbeConnection = {
    async query(text) {
      if (text === 'begin') throw new Error('transaction blocks not allowed in statement pooling mode');
      return whole.query(text);
    },
  };
  expect(await sharesSessions(direct(), refuses)).toBe(true);
});

test.each(['newest', 'oldest'] as const)(
  'a pooler that lends the %s free session per transaction is found',
  async (take) => {
    for (const size of [0, 1, 2, 3, 5]) {
      const free = Array.from({ length: size }, makeBackend);
      expect(await sharesSessions(pooled(free, take), pooled(free, take)), `${size} free`).toBe(true);
    }
  },
);
