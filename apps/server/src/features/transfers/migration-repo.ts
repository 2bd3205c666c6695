import type { ChannelId } from '@quayside/connector-kit';
import { type Executor, json, sql } from '../../db/index.ts';
import type { Mode } from '../../deps.ts';
import type { Sealed } from '../../vault/vault.ts';

export interface Migration {
  workplace_id: string;
  migration_id: string;
  asked_by: string;
  platform: ChannelId;
  mode: Mode;
  platform_domain: string;
  state: 'asked' | 'agreed' | 'done' | 'refused' | 'failed';
  carried: Sealed | null;
  error: { key: string; params: Record<string, string | number> } | null;
  created_at: string;
  changed_at: string;
}

export const migrationContext = (migrationId: string): string => `migration:${migrationId}`;

export const findMigration = (ex: Executor, workplaceId: string, id: string): Promise<Migration | undefined> =>
  ex.first<Migration>(sql`select * from store_migration where workplace_id = ${workplaceId} and migration_id = ${id}`);

export const listMigrations = (ex: Executor, workplaceId: string): Promise<Migration[]> =>
  ex.rows<Migration>(sql`select * from store_migration where workplace_id = ${workplaceId}
    order by created_at desc, migration_id limit 50`);

/** One request at a time for a store; returns the current one. */
export async function putMigration(
  tx: Executor,
  wish: Pick<Migration, 'workplace_id' | 'migration_id' | 'asked_by' | 'platform' | 'mode' | 'platform_domain'>,
): Promise<string> {
  const row = await tx.first<{ migration_id: string }>(sql`insert into store_migration
      (workplace_id, migration_id, asked_by, platform, mode, platform_domain, state)
    values (${wish.workplace_id}, ${wish.migration_id}, ${wish.asked_by}, ${wish.platform}, ${wish.mode},
      ${wish.platform_domain}, 'asked')
    on conflict (workplace_id, platform, mode, platform_domain) where state in ('asked', 'agreed')
      do update set changed_at = excluded.changed_at
    returning migration_id`);
  if (!row) throw new Error('inserted migration not found');
  return row.migration_id;
}

/** Advances a migration from one of the states; returns whether it was in one. */
export async function setMigration(
  tx: Executor,
  { workplace_id, migration_id }: Pick<Migration, 'workplace_id' | 'migration_id'>,
  from: Migration['state'],
  to: Migration['state'],
  error: Migration['error'] = null,
): Promise<boolean> {
  const moved = await tx.run(sql`update store_migration set state = ${to}, carried = null, changed_at = now(),
      error = ${error ? json(error) : null}::jsonb
    where workplace_id = ${workplace_id} and migration_id = ${migration_id} and state = ${from}`);
  return moved > 0;
}

export async function saveMigrationCredentials(
  tx: Executor,
  { workplace_id, migration_id }: Pick<Migration, 'workplace_id' | 'migration_id'>,
  carried: Sealed,
): Promise<void> {
  await tx.run(sql`update store_migration set carried = ${json(carried)}, changed_at = now()
    where workplace_id = ${workplace_id} and migration_id = ${migration_id} and state = 'agreed'`);
}
