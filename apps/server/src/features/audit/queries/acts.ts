import type { AuditAct } from '@quayside/contracts';
import { type Executor, empty, sql } from '../../../db/index.ts';
import { ACT_GAP_MS, type ActCursor, type Brief, foldActs } from '../rules/acts.ts';
import { type AuditFilter, findEntriesById, matching } from './entries.ts';

/** Entries read by one statement. */
const CHUNK = 1_000;
/** So many entries make a page, whatever the number of its acts; those begun are read to their end. */
const PAGE_ENTRIES = 10_000;

const columns = sql`entry_id, at, actor_id, action, entity, entity_id, change`;

/** Entries of earlier pages whose acts may continue below the cursor: the oldest of each kind within the gap. */
const readSeed = (ex: Executor, workplaceId: string, filter: AuditFilter, { at, id, newest }: ActCursor) => {
  const until = new Date(Math.min(Date.parse(at) + ACT_GAP_MS, Date.parse(newest))).toISOString();
  return ex.rows<Brief>(sql`select * from (
      select distinct on (actor_id, action, entity) ${columns} from audit_entry
      where ${matching(workplaceId, filter)} and at <= ${until}::timestamptz
        and (at, entry_id) >= (${at}::timestamptz, ${id}::uuid)
      order by actor_id, action, entity, at, entry_id) oldest
    order by at desc, entry_id desc`);
};

/**
 * A page of acts, newest first, with the cursor of the next one. Later pages ignore entries written after the first page was read:
 * an act that such an entry continues would otherwise be on no page.
 */
export async function findActs(
  ex: Executor,
  workplaceId: string,
  filter: AuditFilter,
  cursor: ActCursor | undefined,
  size: number,
): Promise<{ items: AuditAct[]; next?: ActCursor }> {
  const fold = foldActs(size, cursor ? await readSeed(ex, workplaceId, filter, cursor) : []);
  let last: { at: string; id: string } | undefined = cursor;
  let newest = cursor?.newest;
  for (let read = 0; ; read += CHUNK) {
    const rows: Brief[] = await ex.rows<Brief>(sql`select ${columns} from audit_entry
      where ${matching(workplaceId, filter)}
        ${last ? sql`and (at, entry_id) < (${last.at}::timestamptz, ${last.id}::uuid)` : empty}
      order by at desc, entry_id desc limit ${CHUNK}`);
    newest ??= rows[0]?.at;
    if (read >= PAGE_ENTRIES) fold.stop();
    for (const row of rows) {
      if (fold.isComplete(row.at)) break;
      fold.add(row);
    }
    const oldest = rows.at(-1);
    if (!oldest || rows.length < CHUNK || fold.isComplete(oldest.at)) break;
    last = { at: oldest.at, id: oldest.entry_id };
  }
  const { acts, hasMore } = fold.result();
  const entries = await findEntriesById(
    ex,
    workplaceId,
    acts.flatMap(({ examples }) => examples),
  );
  const items = acts.flatMap(({ newest: head, oldest, examples, ...act }) => {
    const shown = examples.flatMap((one) => entries.get(one.entry_id) ?? []);
    const [first] = shown;
    if (!first) return [];
    return {
      ...act,
      id: head.entry_id,
      at: head.at,
      from: oldest.at,
      until: new Date(Date.parse(head.at) + 1).toISOString(),
      actor: first.actor,
      action: head.action,
      needs: first.needs,
      examples: shown,
    };
  });
  const end = acts.at(-1)?.newest;
  return { items, ...(hasMore && end && newest ? { next: { at: end.at, id: end.entry_id, newest } } : {}) };
}
