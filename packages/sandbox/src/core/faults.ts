import { z } from 'zod';
import type { Store } from './store.ts';

/** Faults that answer or hang before the handler runs: the request has no effect (hold-before: until it is let go). */
const BEFORE = ['status-402', 'status-429', 'status-500', 'status-503', 'timeout-before', 'hold-before'] as const;
/** Faults after the handler ran: the effect is committed, the answer is lost, spoilt or (hold-after) kept back. */
const AFTER = ['timeout-after', 'reset-after', 'status-500-after', 'malformed', 'hold-after'] as const;
const WEBHOOK = ['webhook-duplicate', 'webhook-reorder', 'webhook-delay', 'webhook-drop', 'webhook-malformed'] as const;

export const faultInput = z.strictObject({
  standIn: z.string().min(1),
  /** Regular expression on "METHOD path?query"; for webhooks on "WEBHOOK url headers-as-JSON". */
  match: z.string().default(''),
  /** Regular expression on the request's body as text, e.g. the name of a GraphQL mutation. */
  matchBody: z.string().optional(),
  kind: z.enum([...BEFORE, ...AFTER, 'slow', 'hide', ...WEBHOOK]),
  /** Chance that a matching request meets the fault; the draws follow `seed`, so a run can be repeated. */
  probability: z.number().min(0).max(1).default(1),
  /** Number of times it strikes before it is spent; absent: until deleted. */
  times: z.number().int().positive().optional(),
  delayMs: z.number().int().min(0).optional(),
  seed: z.number().int().default(1),
});
export type FaultInput = z.input<typeof faultInput>;
export type FaultKind = z.infer<typeof faultInput>['kind'];
export type FaultPhase = 'before' | 'after' | 'slow' | 'hide' | 'webhook';

export interface Fault extends z.infer<typeof faultInput> {
  id: number;
  /** Requests that matched, and those that were struck. */
  draws: number;
  hits: number;
}

const PHASE_OF = new Map<FaultKind, FaultPhase>([
  ...BEFORE.map((kind) => [kind, 'before'] as const),
  ...AFTER.map((kind) => [kind, 'after'] as const),
  ...WEBHOOK.map((kind) => [kind, 'webhook'] as const),
  ['slow', 'slow'],
  ['hide', 'hide'],
]);

/** A number in [0, 1) that depends on the seed and the draw alone (mulberry32). */
export function getDraw(seed: number, draw: number): number {
  let a = (seed * 0x9e3779b1 + draw * 0x6d2b79f5) | 0;
  a = Math.imul(a ^ (a >>> 15), a | 1);
  a ^= a + Math.imul(a ^ (a >>> 7), a | 61);
  return ((a ^ (a >>> 14)) >>> 0) / 4294967296;
}

export interface Faults {
  add(input: unknown): Fault;
  list(): Fault[];
  remove(id?: number): void;
  /** The first fault of a phase that strikes this request, counted as spent; undefined when it gets through. */
  strike(standIn: string, phase: FaultPhase, text: string, body: () => string): Fault | undefined;
}

/** Faults live in the sandbox's store, so that they outlive its own kill with their counts. */
export function createFaults(store: Store): Faults {
  store.db.exec('create table if not exists core_faults (id integer primary key autoincrement, fault text not null)');
  const insert = store.db.prepare('insert into core_faults (fault) values (?)');
  const update = store.db.prepare('update core_faults set fault = ? where id = ?');
  let known: { fault: Fault; match: RegExp; body: RegExp | undefined }[] = [];
  const remember = (fault: Fault) => {
    const body = fault.matchBody === undefined ? undefined : new RegExp(fault.matchBody, 's');
    known.push({ fault, match: new RegExp(fault.match), body });
  };
  for (const row of store.db.prepare('select id, fault from core_faults order by id').all())
    remember({ ...(JSON.parse(String(row.fault)) as Fault), id: Number(row.id) });
  const save = (fault: Fault) => void update.run(JSON.stringify(fault), fault.id);
  return {
    add(input) {
      const parsed = { ...faultInput.parse(input), draws: 0, hits: 0 };
      new RegExp(parsed.match + (parsed.matchBody ?? ''));
      const fault: Fault = { ...parsed, id: Number(insert.run(JSON.stringify(parsed)).lastInsertRowid) };
      remember(fault);
      return fault;
    },
    list: () => known.map((entry) => entry.fault),
    remove(id) {
      known = known.filter((entry) => id !== undefined && entry.fault.id !== id);
      if (id === undefined) store.db.exec('delete from core_faults');
      else store.db.prepare('delete from core_faults where id = ?').run(id);
    },
    strike(standIn, phase, text, body) {
      for (const { fault, match, body: bodyMatch } of known) {
        if (fault.standIn !== standIn || PHASE_OF.get(fault.kind) !== phase) continue;
        if (fault.times !== undefined && fault.hits >= fault.times) continue;
        if (!match.test(text) || (bodyMatch && !bodyMatch.test(body()))) continue;
        const struck = getDraw(fault.seed, fault.draws++) < fault.probability;
        if (struck) fault.hits += 1;
        save(fault);
        if (struck) return fault;
      }
      return undefined;
    },
  };
}
