import { contracts, HISTORY_KINDS, may } from '@quayside/contracts';
import { notFound } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { eachWorkplaceOf, everyAccount, roundHandler } from '../../jobs/rounds.ts';
import { deleteOldRows } from './actions/delete-old-rows.ts';
import { exportAccountHistory } from './actions/export-account.ts';
import { exportWorkspace } from './actions/export-workspace.ts';
import { exportHistoryJob } from './jobs/history.ts';
import type { AccountHistory, OldRows, WorkspaceHistory } from './kept.ts';
import { listFiles } from './queries/list-files.ts';
import { findAccountExport, listAccountExports } from './repo.ts';
import { readHistoryFile } from './rules/history-file.ts';

export interface HistoryPorts {
  workspace: readonly WorkspaceHistory[];
  /** Deleted without a file. */
  old: readonly OldRows[];
  account: readonly AccountHistory[];
}

/** Old history: exported to files, deleted from the database. */
export function register(deps: Deps, ports: HistoryPorts): Feature {
  const calls = contracts.history;
  const { keepMonths } = deps.config;
  return {
    jobs: [
      roundHandler(deps, {
        kind: exportHistoryJob,
        ...everyAccount,
        async work({ account_id: id }, signal) {
          await eachWorkplaceOf(deps.db, id, signal, async (here) => {
            await exportWorkspace(deps, here, ports.workspace, signal);
            await deleteOldRows(deps, here, ports.old, signal);
          });
          await exportAccountHistory(deps, id, ports.account, signal);
        },
      }),
    ],
    routes(app) {
      route(app, calls.list, async ({ query: { cursor, page_size: size } }, who) => ({
        ...(await listFiles(deps, who.scope, {
          kinds: HISTORY_KINDS.filter((kind) => kind !== 'orders' || may(who, 'orders.read')),
          cursor,
          size,
        })),
        keep: {
          audit: keepMonths.audit,
          orders: keepMonths.orders,
          tasks: keepMonths.tasks,
          updates: keepMonths.updates,
        },
      }));

      route(app, calls.listOfAccount, async (_input, who) => ({
        items: (await deps.db.read(who.own, (ex) => listAccountExports(ex, who.account.id))).map(
          ({ export_id: id, ...row }) => ({ id, ...row }),
        ),
        keep: { security: keepMonths.security, usage: keepMonths.usage },
      }));

      route(app, calls.readOfAccount, async ({ params }, who) => {
        const found = await deps.db.read(who.own, (ex) => findAccountExport(ex, who.account.id, params.history_id));
        if (!found) throw notFound('HISTORY_FILE_NOT_FOUND');
        return {
          file_name: `quayside-${found.kind}-${found.month.slice(0, 7)}.csv`,
          csv: readHistoryFile(found.content),
        };
      });
    },
  };
}
