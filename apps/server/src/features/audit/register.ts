import { contracts } from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import { findActs } from './queries/acts.ts';
import { exportEntries, findActors, findEntries } from './queries/entries.ts';
import { decodeActCursor, encodeActCursor } from './rules/acts.ts';

/** The audit log: reading and exporting it. It is written by the database itself (see README.md). */
export function register(deps: Deps): Feature {
  const calls = contracts.audit;
  return {
    jobs: [],
    routes(app) {
      route(app, calls.list, async ({ query: { cursor, page, page_size: size, ...filter } }, who) => {
        const skip = cursor || !page ? 0 : (page - 1) * size;
        const rows = await deps.db.read(who.scope, (ex) =>
          findEntries(ex, who.workplaceId, filter, decodeCursor(cursor), skip + size + 1),
        );
        const items = rows.slice(skip, skip + size);
        const last = items.at(-1);
        return { items, ...(rows.length > skip + size && last ? { next_cursor: encodeCursor(last) } : {}) };
      });

      route(app, calls.acts, async ({ query: { cursor, page_size: size, ...filter } }, who) => {
        const { items, next } = await deps.db.read(who.scope, (ex) =>
          findActs(ex, who.workplaceId, filter, decodeActCursor(cursor), size),
        );
        return { items, ...(next ? { next_cursor: encodeActCursor(next) } : {}) };
      });

      route(app, calls.actors, async (_input, who) => ({
        items: await deps.db.read(who.scope, (ex) => findActors(ex, who.workplaceId)),
      }));

      route(app, calls.exportCsv, async ({ query }, who) => ({
        file_name: `quayside-audit-${deps.clock.now().slice(0, 10)}.csv`,
        ...(await deps.db.read(who.scope, (ex) => exportEntries(ex, who.workplaceId, query))),
      }));
    },
  };
}
