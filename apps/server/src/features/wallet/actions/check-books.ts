import type { Deps } from '../../../deps.ts';
import type { JobHandler } from '../../../jobs/define.ts';
import { roundHandler } from '../../../jobs/rounds.ts';
import { countOpenAccounts, listOpenAccounts } from '../../accounts/index.ts';
import { checkBooksJob } from '../jobs/topup.ts';
import { findDrift, saveBooksCheck, saveDifferences } from '../repo.ts';

type CheckDeps = Pick<Deps, 'db' | 'log' | 'queue'>;

/** Compares an account's wallets with their ledgers, logs what differs and saves it for the end of the round. */
async function checkAccount({ db, log }: CheckDeps, accountId: string): Promise<void> {
  const save = (differences: number | null) => db.global((tx) => saveDifferences(tx, accountId, differences));
  try {
    const drift = await db.read({ accountId }, (ex) => findDrift(ex, accountId));
    for (const line of drift) log.error({ ...line, accountId }, 'the wallet differs from its ledger');
    if (drift.length > 0) await save(drift.length);
  } catch (error) {
    await save(null);
    throw error;
  }
}

/** Compares every wallet with its ledger, shared by all workers, and saves the outcome for the metrics. */
export const checkBooks = (deps: CheckDeps, size?: number): JobHandler =>
  roundHandler(
    deps,
    {
      kind: checkBooksJob,
      list: listOpenAccounts,
      idOf: (row) => row.account_id,
      work: ({ account_id: id }) => checkAccount(deps, id),
      end: async (tx) => saveBooksCheck(tx, await countOpenAccounts(tx)),
    },
    size,
  );
