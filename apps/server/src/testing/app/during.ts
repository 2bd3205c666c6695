import type { Sql } from '../../db/index.ts';
import { countWaiting } from '../db/index.ts';
import { until } from './mails.ts';
import type { TestApp } from './test-app.ts';

/** Holds a row until it is let go. */
async function hold(app: TestApp, row: Sql): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const holding = app.db.global(async (tx) => {
    const rows = await tx.run(row);
    if (rows === 0) throw new Error('no row to hold');
    held.resolve();
    await release.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    release.resolve();
    await holding;
  };
}

/** Waits until a connection of this database waits for a lock. */
export const untilWaiting = (app: TestApp): Promise<true> =>
  until('a call to wait for a lock', async () => ((await countWaiting(app.db)) > 0 ? true : undefined));

/**
 * Starts `ending`, which stops in the middle of its transaction at `row` (SQL that locks it); then `calls`, until each of them waits
 * for a lock or has been answered; then lets go. Returns the answers.
 */
export async function during<E, C>(
  app: TestApp,
  row: Sql,
  ending: () => Promise<E>,
  calls: readonly (() => Promise<C>)[],
): Promise<{ ended: E; answers: C[]; waited: number }> {
  const letGo = await hold(app, row);
  try {
    const ended = ending();
    await untilWaiting(app);
    let answered = 0;
    const answers = calls.map((call) => call().finally(() => (answered += 1)));
    const waited = await until('every call to wait or be answered', async () => {
      const now = (await countWaiting(app.db)) - 1;
      return now + answered >= calls.length ? now : undefined;
    });
    await letGo();
    return { ended: await ended, answers: await Promise.all(answers), waited };
  } finally {
    await letGo();
  }
}
