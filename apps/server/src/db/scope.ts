import { escapeLiteral } from 'pg';
import type { Actor, Scope, StoreScope, WorkplaceScope } from './executor.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The settings that row-level security reads, validated as ids because they are written into SQL text below. */
export interface TenantIds {
  account: string;
  workplace: string;
  /** An array of ids in PostgreSQL's syntax; empty: every store. */
  stores: string;
}

/** Scope of work that belongs to a workplace but to no member, such as a job's. */
export const everyoneIn = (workplaceId: string): Required<Pick<Scope, 'accountId' | 'workplaceId'>> => ({
  accountId: '00000000-0000-0000-0000-000000000000',
  workplaceId,
});

export const noTenant: TenantIds = { account: '', workplace: '', stores: '' };

/** Throws when an id is not a UUID: a wrong scope must never become an empty one. */
export function tenantIds(scope: Scope & StoreScope): TenantIds {
  if (!uuid.test(scope.accountId)) throw new TypeError(`Scope account id is not a UUID: "${scope.accountId}".`);
  const workplace = scope.workplaceId;
  if (workplace !== undefined && !uuid.test(workplace)) {
    throw new TypeError(`Scope workplace id is not a UUID: "${workplace}".`);
  }
  const strange = scope.storeIds?.find((id) => !uuid.test(id));
  if (strange !== undefined) throw new TypeError(`Scope store id is not a UUID: "${strange}".`);
  const stores = scope.storeIds ? `{${scope.storeIds.join(',')}}` : '';
  return { account: scope.accountId, workplace: workplace ?? '', stores };
}

/**
 * Opens a transaction on Citus whose settings reach the workers. A message of its own, because they get the whole message of each.
 * Citus 13.2.2 crashes its coordinator when it pushes down a left join from tables of the coordinator.
 */
export const BEGIN_ON_CITUS =
  "begin; set local citus.enable_recurring_outer_join_pushdown = off; set local citus.propagate_set_commands = 'local'";

/** Sets the tenant of an open transaction. */
export function setAs(ids: TenantIds): string {
  const set = (name: string, value: string) => `set local app.${name} = '${value}'`;
  // The stores are always set: this session may still be limited to those of an earlier reader.
  return `${set('account_id', ids.account)}; ${set('workplace_id', ids.workplace)}; ${set('store_ids', ids.stores)}`;
}

/** Sets who makes the changes of an open transaction; undefined: changes are not recorded. */
export const setActor = (actor: Actor | undefined): string =>
  `set local app.actor = ${actor ? escapeLiteral(JSON.stringify(actor)) : "''"}`;

/** The scope of work that is always a workplace's, such as a store's. Throws for one without. */
export function getWorkplace(scope: Scope): WorkplaceScope {
  if (!scope.workplaceId) throw new Error('scope has no workplace id');
  return { ...scope, workplaceId: scope.workplaceId };
}
