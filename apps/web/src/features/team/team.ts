import type { CallData } from '../../lib/api.ts';

/** The members of a workspace, its invitations and its roles. */
export type Team = CallData<'GET /team'>;
