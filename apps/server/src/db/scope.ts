import type { Scope } from './executor.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The two settings that row level security reads, checked to be ids: they are written into SQL text below. */
export interface TenantIds {
  account: string;
  workplace: string;
}

export const noTenant: TenantIds = { account: '', workplace: '' };

/** Throws when an id is not a UUID: a scope that is wrong must never become a scope that is empty. */
export function tenantIds(scope: Scope): TenantIds {
  if (!uuid.test(scope.accountId)) throw new TypeError(`The scope's account id is not a UUID: "${scope.accountId}".`);
  const workplace = scope.workplaceId;
  if (workplace !== undefined && !uuid.test(workplace)) {
    throw new TypeError(`The scope's workplace id is not a UUID: "${workplace}".`);
  }
  return { account: scope.accountId, workplace: workplace ?? '' };
}

/**
 * Opens a transaction that sees one tenant (or none), in one round trip. `citus` adds the setting that carries
 * the tenant to the workers of a distributed database; it must come first.
 */
export function beginAs(ids: TenantIds, citus: boolean): string {
  const carry = citus ? "set local citus.propagate_set_commands = 'local'; " : '';
  return `begin; ${carry}set local app.account_id = '${ids.account}'; set local app.workplace_id = '${ids.workplace}'`;
}
