import type { Deps } from '../../../deps.ts';
import { accountsWithBooks, findDrift, saveBooksCheck } from '../repo.ts';

/** Compares every wallet with its ledger, logs what differs and saves the outcome for the metrics. */
export async function checkBooks(deps: Pick<Deps, 'db' | 'log'>, signal: AbortSignal): Promise<void> {
  const accounts = await accountsWithBooks(deps.db);
  let differences = 0;
  for (const { account_id: accountId } of accounts) {
    // An unfinished check says nothing about the rest; the job runs again elsewhere.
    signal.throwIfAborted();
    const drift = await deps.db.read({ accountId }, (ex) => findDrift(ex, accountId));
    differences += drift.length;
    for (const line of drift) deps.log.error({ ...line, accountId }, 'the wallet differs from its ledger');
  }
  await deps.db.global((tx) => saveBooksCheck(tx, { accounts: accounts.length, differences }));
}
