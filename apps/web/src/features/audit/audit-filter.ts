import type { CallQuery } from '../../lib/api.ts';

/** What the page narrows the log to. */
export type AuditFilter = Pick<NonNullable<CallQuery<'GET /audit/acts'>>, 'q' | 'entity' | 'actor_id' | 'change'>;
