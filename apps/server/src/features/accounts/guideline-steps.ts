import { type Executor, sql } from '../../db/index.ts';
import { publish } from '../../live/publish.ts';
import type { GuidelineStep } from './rules/guideline.ts';

/** Marks a step of the quick start as done; it stays done. Other features call this when the thing itself happened. */
export async function markStep(
  tx: Executor,
  accountId: string,
  workplaceId: string,
  step: GuidelineStep,
): Promise<void> {
  const added = await tx.run(
    sql`insert into account_flag (account_id, flag) values (${accountId}, ${`guideline:${step}`}) on conflict do nothing`,
  );
  if (added > 0) await publish(tx, workplaceId, 'guideline');
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
