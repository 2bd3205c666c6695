import {
  AUDIT_AREAS,
  AUDIT_EXPORT_MOST,
  type AuditArea,
  type AuditEntity,
  type AuditEntry,
  type Call,
  contracts,
} from '@quayside/contracts';
import { isId, type PageCursor } from '@quayside/kernel';
import { toCsv } from '../../../csv/csv.ts';
import { containing, type Executor, empty, sql } from '../../../db/index.ts';
import { getIds, named, type Written } from '../rules/naming.ts';
import { findThings } from './things.ts';

export interface AuditFilter {
  q?: string | undefined;
  entity?: AuditEntity | undefined;
  entity_id?: string | undefined;
  actor_id?: string | undefined;
  action?: string | undefined;
  area?: AuditArea | undefined;
  change?: AuditEntry['change'] | undefined;
  from?: string | undefined;
  until?: string | undefined;
}

interface Row extends Omit<Written, 'id' | 'actor'> {
  entry_id: string;
  actor_kind: AuditEntry['actor']['kind'];
  actor_id: string;
  actor_name: string;
}

/** What each declared call needs. */
const NEEDS: ReadonlyMap<string, string> = new Map(
  Object.values<Record<string, Call>>(contracts)
    .flatMap((feature) => Object.values(feature))
    .flatMap(({ method, path, needs }) => (needs ? [[`${method} ${path}`, needs] as const] : [])),
);

const columns = sql`entry_id, at, actor_kind, actor_id, actor_name, ip, user_agent, action, entity, entity_id, entity_name,
  change, before, after`;

/** The entries of a workplace that match a filter, as a condition on `audit_entry`. */
export function matching(workplaceId: string, filter: AuditFilter) {
  const { q, entity, entity_id, actor_id, action, area, change, from, until } = filter;
  const entities = area && sql`any(${[...AUDIT_AREAS[area]]}::text[])`;
  // A store is logged under its URL and shown by its name.
  const named =
    q &&
    sql`(entity = 'store' and entity_id in (select s.store_id::text from store s
    where s.workplace_id = ${workplaceId} and s.store_name ilike ${containing(q)}))`;
  return sql`workplace_id = ${workplaceId}
    ${entity ? sql`and entity = ${entity}` : empty} ${entity_id ? sql`and entity_id = ${entity_id}` : empty}
    ${entities ? sql`and entity = ${entities}` : empty} ${action ? sql`and action = ${action}` : empty}
    ${actor_id ? sql`and actor_id = ${actor_id}` : empty} ${change ? sql`and change = ${change}` : empty}
    ${from ? sql`and at >= ${from}` : empty} ${until ? sql`and at < ${until}` : empty}
    ${q ? sql`and (entity_name ilike ${containing(q)} or actor_name ilike ${containing(q)} or entity_id = ${q} or ${named})` : empty}`;
}

/** Entries as they are shown: with the names, links and currencies of today. */
async function describe(ex: Executor, workplaceId: string, rows: readonly Row[]): Promise<AuditEntry[]> {
  const entries = rows.map(({ entry_id: id, actor_kind: kind, actor_id: actorId, actor_name: name, ...row }) => ({
    id,
    ...row,
    actor: { kind, id: actorId, name },
  }));
  const ids = new Set(entries.flatMap((one) => [...(isId(one.entity_id) ? [one.entity_id] : []), ...getIds(one)]));
  const things = await findThings(ex, workplaceId, [...ids]);
  return entries.map((one) => ({ ...named(one, things), needs: NEEDS.get(one.action) ?? null }));
}

/** Entries of a workplace, newest first. */
export async function findEntries(
  ex: Executor,
  workplaceId: string,
  filter: AuditFilter,
  after: PageCursor | undefined,
  most: number,
): Promise<AuditEntry[]> {
  const rows = await ex.rows<Row>(sql`select ${columns} from audit_entry where ${matching(workplaceId, filter)}
      ${after ? sql`and (at, entry_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : empty}
    order by at desc, entry_id desc limit ${most}`);
  return describe(ex, workplaceId, rows);
}

/** Entries by their times and ids. */
export async function findEntriesById(
  ex: Executor,
  workplaceId: string,
  wanted: readonly { entry_id: string; at: string }[],
): Promise<Map<string, AuditEntry>> {
  if (wanted.length === 0) return new Map();
  const rows = await ex.rows<Row>(sql`select ${columns} from audit_entry
    where workplace_id = ${workplaceId} and (at, entry_id) in (select w.at, w.entry_id
      from unnest(${wanted.map((one) => one.at)}::timestamptz[], ${wanted.map((one) => one.entry_id)}::uuid[]) as w(at, entry_id))`);
  return new Map((await describe(ex, workplaceId, rows)).map((one) => [one.id, one]));
}

/** Everybody who is named in the trail, with the name of his last entry. */
export const findActors = (ex: Executor, workplaceId: string): Promise<AuditEntry['actor'][]> =>
  ex.rows<AuditEntry['actor']>(sql`select actor_kind as kind, actor_id as id,
      (array_agg(actor_name order by at desc))[1] as name from audit_entry
    where workplace_id = ${workplaceId} group by 1, 2 order by 3, 2 limit 500`);

const HEAD = [
  'at',
  'actor_kind',
  'actor',
  'actor_id',
  'ip',
  'action',
  'change',
  'entity',
  'entity_name',
  'entity_id',
  'before',
  'after',
];

export async function exportEntries(ex: Executor, workplaceId: string, filter: AuditFilter) {
  const found = await findEntries(ex, workplaceId, filter, undefined, AUDIT_EXPORT_MOST + 1);
  const entries = found.slice(0, AUDIT_EXPORT_MOST);
  const text = (facts: AuditEntry['before']) => (facts ? JSON.stringify(facts) : '');
  const rows = entries.map((one) => [
    one.at,
    one.actor.kind,
    one.actor.name,
    one.actor.id,
    one.ip,
    one.action,
    one.change,
    one.entity,
    one.entity_name,
    one.entity_id,
    text(one.before),
    text(one.after),
  ]);
  return { csv: toCsv([HEAD, ...rows]), entries: entries.length, truncated: found.length > AUDIT_EXPORT_MOST };
}
