import { z } from 'zod';
import { AUDIT_ENTITIES } from './audit-entities.ts';
import { call } from './call.ts';
import { idSchema, pageOf, pageQueryShape, timeSchema } from './shapes.ts';

const facts = z.record(z.string(), z.unknown()).nullable();

const entrySchema = z
  .object({
    id: idSchema,
    at: timeSchema,
    actor: z.object({ kind: z.enum(['member', 'token', 'rule', 'operator']), id: z.string(), name: z.string() }),
    ip: z.string(),
    user_agent: z.string(),
    /** The declared call or rule that did it. */
    action: z.string(),
    /** The permission that it took, which says in words what was done; null: a rule, or a call that takes none. */
    needs: z.string().nullable(),
    entity: z.enum(AUDIT_ENTITIES),
    entity_id: z.string(),
    /** How it was called when it changed; where that was nothing, how it is called now. */
    entity_name: z.string(),
    /** Where it stands in the app today, by a path of ours; null: it is gone, or has no place of its own. */
    link: z.string().nullable(),
    change: z.enum(['created', 'changed', 'removed']),
    /** Of a change only what differs; no secrets; long values are cut. */
    before: facts,
    after: facts,
    /** What sums in `before` and `after` are in where they do not say it themselves: the currency of the thing today. */
    currency: z.string().nullable(),
    /** What ids in `before` and `after` are called, where the thing still exists. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof entrySchema>;

const filter = {
  /** Part of the name of a thing, or of who changed it. */
  q: z.string().trim().max(100).optional(),
  entity: z.enum(AUDIT_ENTITIES).optional(),
  entity_id: z.string().max(80).optional(),
  actor_id: z.string().max(80).optional(),
  change: z.enum(['created', 'changed', 'removed']).optional(),
  from: timeSchema.optional(),
  until: timeSchema.optional(),
};

/** An export ends here; the answer says so. */
export const AUDIT_EXPORT_MOST = 10_000;

export const audit = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/audit',
    access: 'workplace',
    needs: 'audit.read',
    summary: 'Activity log of the workspace, newest first.',
    query: z.object({ ...pageQueryShape, ...filter }),
    data: pageOf(entrySchema),
  }),
  actors: call({
    id: 'own',
    method: 'GET',
    path: '/audit/actors',
    access: 'workplace',
    needs: 'audit.read',
    summary: 'Everybody who changed something in the workspace, by name.',
    data: z.object({ items: z.array(entrySchema.shape.actor) }),
  }),
  exportCsv: call({
    id: 'own',
    method: 'GET',
    path: '/audit/export',
    access: 'workplace',
    needs: 'audit.read',
    summary: `The trail as CSV (UTF-8, RFC 4180), at most ${AUDIT_EXPORT_MOST} entries, newest first.`,
    query: z.object(filter),
    data: z.object({ file_name: z.string(), csv: z.string(), entries: z.int(), truncated: z.boolean() }),
    perMinute: 10,
  }),
};
