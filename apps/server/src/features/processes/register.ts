import { contracts, DONE } from '@quayside/contracts';
import { notFoundField } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { say } from '../../http/messages.ts';
import { route } from '../../http/route.ts';
import { knownProcesses, listProcesses, type ProcessRow, seeProcesses } from './repo.ts';
import { newestOfEach } from './rules/entry-key.ts';

function answer(row: ProcessRow, locale: string) {
  const { error_key: key, error_params, ...rest } = row;
  const params = error_params ?? {};
  const flags = { split: row.kind === 'split', duplicate: row.kind === 'duplicate' };
  return { ...rest, ...flags, error: key ? { key, params, text: say(locale, key, params) } : null };
}

/** Long work that people watch: it survives a reload and stays until it is put away. */
export function register(deps: Deps): Feature {
  const calls = contracts.live;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.processes, async (_input, who) => {
        const rows = await deps.db.read(who.scope, (ex) => listProcesses(ex, who.workplaceId));
        const about = rows.map((row) => ({
          kind: row.kind,
          subjectId: row.subject_id,
          channel: row.channel,
          storeId: row.store_id,
          row,
        }));
        return { items: newestOfEach(about).map(({ row }) => answer(row, who.locale)) };
      });
      route(app, calls.seeProcesses, async ({ body }, who) => {
        await deps.db.tenant(who.scope, async (tx) => {
          const known = await knownProcesses(tx, who.workplaceId, body.process_ids);
          if (body.process_ids.some((id) => !known.includes(id)))
            throw notFoundField('process_ids', 'PROCESS_NOT_FOUND');
          await seeProcesses(tx, who.workplaceId, body.process_ids);
        });
        return DONE;
      });
    },
  };
}
