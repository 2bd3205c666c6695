import { type Executor, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { GuidelineStep } from './rules/guideline.ts';

/** Steps known to be done: they stay done, and their triggers occur thousands of times. */
const done = new Set<string>();
const DONE_MOST = 50_000;

/** Marks a quick start step as done permanently. Called by other features when it happened. */
export async function markStep(
  tx: Executor,
  accountId: string,
  workplaceId: string,
  step: GuidelineStep,
): Promise<void> {
  const name = `${accountId} ${step}`;
  if (done.has(name)) return;
  const added = await tx.run(
    sql`insert into account_flag (account_id, flag) values (${accountId}, ${`guideline:${step}`}) on conflict do nothing`,
  );
  if (added > 0) return publish(tx, workplaceId, 'guideline');
  // Written and committed by another transaction; our own row might still be rolled back.
  if (done.size >= DONE_MOST) done.clear();
  done.add(name);
}

export async function readGuideline(
  ex: Executor,
  accountId: string,
): Promise<{ done: Set<string>; dismissed: boolean }> {
  const rows = await ex.rows<{ flag: string }>(
    sql`select flag from account_flag where account_id = ${accountId} and flag like 'guideline:%'`,
  );
  const flags = rows.map(({ flag }) => flag.slice('guideline:'.length));
  return { done: new Set(flags), dismissed: flags.includes('dismissed') };
}
