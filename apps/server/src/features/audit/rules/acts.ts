import { AUDIT_AREAS, AUDIT_EXAMPLES, type AuditArea, type AuditEntity, type AuditEntry } from '@quayside/contracts';
import { decodeCursor, encodeCursor, isMoment, type PageCursor } from '@quayside/kernel';

/** What the fold needs of an entry. */
export interface Brief {
  entry_id: string;
  at: string;
  actor_id: string;
  action: string;
  entity: AuditEntity;
  entity_id: string;
  change: AuditEntry['change'];
}

/** Entries of one actor, action and area, newest first, each within `ACT_GAP_MS` of the next and in the same hour. */
export interface Act {
  area: AuditArea;
  newest: Brief;
  oldest: Brief;
  entries: number;
  /** The main change: `count` different things of one kind, and the newest entries of some of them. */
  entity: AuditEntity;
  change: AuditEntry['change'];
  count: number;
  examples: Brief[];
}

/** Several clicks in a row are one act. */
export const ACT_GAP_MS = 60_000;
/** An act ends with the hour: a script that never pauses would otherwise make one without end. */
const HOUR_MS = 3_600_000;

const AREA_OF = new Map<string, AuditArea>(
  Object.entries(AUDIT_AREAS).flatMap(([area, entities]) => entities.map((one) => [one, area as AuditArea] as const)),
);
const areaOf = (entity: AuditEntity): AuditArea => AREA_OF.get(entity) ?? 'settings';

const CHANGES: readonly AuditEntry['change'][] = ['created', 'removed', 'changed'];

interface Group {
  area: AuditArea;
  newest: Brief;
  oldest: Brief;
  oldestMs: number;
  entries: number;
  /** false: an act of another page, kept to recognize its entries. */
  isShown: boolean;
  /** By entity and change, the newest entry of each thing. */
  kinds: Map<string, Map<string, Brief>>;
}

/** The main change of an act: of the first kind in its area's order; created before removed before changed. */
function summarize({ area, newest, oldest, entries, kinds }: Group): Act {
  for (const entity of AUDIT_AREAS[area] as readonly AuditEntity[])
    for (const change of CHANGES) {
      const things = kinds.get(`${entity} ${change}`);
      if (things)
        return {
          area,
          newest,
          oldest,
          entries,
          entity,
          change,
          count: things.size,
          examples: [...things.values()].slice(0, AUDIT_EXAMPLES),
        };
    }
  const { entity, change } = newest;
  return { area, newest, oldest, entries, entity, change, count: 1, examples: [newest] };
}

/**
 * Folds entries, added newest first, into acts ordered by their newest entry. A page is a number of acts; the next page begins
 * below the newest entry of the last act. `seed`: entries above it, so that the rest of their acts isn't counted again.
 */
export function foldActs(most: number, seed: readonly Brief[] = []) {
  const open = new Map<string, Group>();
  const acts: Group[] = [];
  let mostActs = most;
  let hasMore = false;

  function add(entry: Brief, isSeed: boolean): void {
    const area = areaOf(entry.entity);
    const key = `${area} ${entry.actor_id} ${entry.action}`;
    const ms = Date.parse(entry.at);
    let group = open.get(key);
    const isNew =
      !group || group.oldestMs - ms > ACT_GAP_MS || Math.floor(group.oldestMs / HOUR_MS) !== Math.floor(ms / HOUR_MS);
    if (!group || isNew) {
      const isShown = !isSeed && acts.length < mostActs;
      group = { area, newest: entry, oldest: entry, oldestMs: ms, entries: 0, isShown, kinds: new Map() };
      open.set(key, group);
      if (isShown) acts.push(group);
      else if (!isSeed) hasMore = true;
    }
    group.oldest = entry;
    group.oldestMs = ms;
    if (!group.isShown) return;
    group.entries += 1;
    const kind = `${entry.entity} ${entry.change}`;
    const things = group.kinds.get(kind) ?? new Map<string, Brief>();
    if (!things.has(entry.entity_id)) things.set(entry.entity_id, entry);
    group.kinds.set(kind, things);
  }

  for (const entry of seed) add(entry, true);
  return {
    add: (entry: Brief): void => add(entry, false),
    /** Begins no further act, however few there are. */
    stop: (): void => {
      mostActs = Math.min(mostActs, Math.max(acts.length, 1));
    },
    /** Whether no entry at `at` or before can belong to the page's acts or begin one of them. */
    isComplete: (at: string): boolean =>
      hasMore && acts.every(({ oldestMs }) => oldestMs - Date.parse(at) > ACT_GAP_MS),
    result: (): { acts: Act[]; hasMore: boolean } => ({ acts: acts.map(summarize), hasMore }),
  };
}

/** Cursor in the list of acts: the last act shown, and the newest entry there was when its first page was read. */
export interface ActCursor extends PageCursor {
  newest: string;
}

export const encodeActCursor = ({ newest, ...last }: ActCursor): string => `${encodeCursor(last)}_${newest}`;

/** Decodes a cursor; undefined for malformed text, which callers treat as the first page. */
export function decodeActCursor(text: string | undefined): ActCursor | undefined {
  const cut = text?.lastIndexOf('_') ?? -1;
  const newest = text?.slice(cut + 1) ?? '';
  const last = decodeCursor(text?.slice(0, Math.max(cut, 0)));
  return last && isMoment(newest) ? { ...last, newest } : undefined;
}
