import { z } from 'zod';
import { AUDIT_AREAS, AUDIT_ENTITIES, type AuditArea } from './audit-entities.ts';
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
    /** The declared call or rule. */
    action: z.string(),
    /** The required permission, which describes the action; null: a rule, or a call without one. */
    needs: z.string().nullable(),
    entity: z.enum(AUDIT_ENTITIES),
    entity_id: z.string(),
    /** Name at the time of the change, or the current one if it had none. */
    entity_name: z.string(),
    /** Path of its current page; null: deleted or without a page. */
    link: z.string().nullable(),
    change: z.enum(['created', 'changed', 'removed']),
    /** Only changed fields, without secrets; long values are cut. */
    before: facts,
    after: facts,
    /** Currency of amounts in `before` and `after` that have none of their own: the entity's current one. */
    currency: z.string().nullable(),
    /** Names of ids in `before` and `after`, for things that still exist. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.output<typeof entrySchema>;

const actSchema = z
  .object({
    /** Its newest entry. */
    id: idSchema,
    /** When its newest entry was written. */
    at: timeSchema,
    actor: entrySchema.shape.actor,
    action: z.string(),
    needs: z.string().nullable(),
    area: z.enum(Object.keys(AUDIT_AREAS) as [AuditArea, ...AuditArea[]]),
    /** Number of entries: those of `GET /audit` with this actor_id, action and area, from `from` until `until`. */
    entries: z.int(),
    from: timeSchema,
    until: timeSchema,
    /** The main change, to `count` different things of one kind. */
    entity: z.enum(AUDIT_ENTITIES),
    change: z.enum(['created', 'changed', 'removed']),
    count: z.int(),
    /** Newest entries of the main change, one for each thing. */
    examples: z.array(entrySchema),
  })
  .meta({ id: 'AuditAct' });
export type AuditAct = z.output<typeof actSchema>;

const filter = {
  /** Part of the entity's or actor's name. */
  q: z.string().trim().max(100).optional(),
  entity: z.enum(AUDIT_ENTITIES).optional(),
  entity_id: z.string().max(80).optional(),
  actor_id: z.string().max(80).optional(),
  /** The declared call or rule. */
  action: z.string().max(200).optional(),
  area: actSchema.shape.area.optional(),
  change: z.enum(['created', 'changed', 'removed']).optional(),
  from: timeSchema.optional(),
  until: timeSchema.optional(),
};

/** Maximum number of examples of an act. */
export const AUDIT_EXAMPLES = 3;

/** Maximum size of an export; the response says when it is exceeded. */
export const AUDIT_EXPORT_MOST = 10_000;

export const audit = {
  list: call({
    id: 'own',
    method: 'GET',
    path: '/audit',
    access: 'workplace',
    needs: 'audit.read',
    summary: 'List the activity log of the workspace, newest first.',
    query: z.object({ ...pageQueryShape, ...filter }),
    data: pageOf(entrySchema),
  }),
  acts: call({
    id: 'own',
    method: 'GET',
    path: '/audit/acts',
    access: 'workplace',
    needs: 'audit.read',
    summary:
      'List the activity log by act, newest first: matching entries of one actor, action and area, each within a minute of the next.',
    query: z.object({ cursor: pageQueryShape.cursor, page_size: pageQueryShape.page_size, ...filter }),
    data: pageOf(actSchema),
  }),
  actors: call({
    id: 'own',
    method: 'GET',
    path: '/audit/actors',
    access: 'workplace',
    needs: 'audit.read',
    summary: 'List everyone who changed something in the workspace, by name.',
    data: z.object({ items: z.array(entrySchema.shape.actor) }),
  }),
  exportCsv: call({
    id: 'own',
    method: 'GET',
    path: '/audit/export',
    access: 'workplace',
    needs: 'audit.read',
    summary: `Export the activity log as CSV (UTF-8, RFC 4180), at most ${AUDIT_EXPORT_MOST} entries, newest first.`,
    query: z.object(filter),
    data: z.object({ file_name: z.string(), csv: z.string(), entries: z.int(), truncated: z.boolean() }),
    perMinute: 10,
  }),
};
