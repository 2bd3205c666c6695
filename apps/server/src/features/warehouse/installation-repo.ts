import { createHash } from 'node:crypto';
import { type Executor, sql } from '../../db/index.ts';

export interface Installation {
  installation_id: string;
  name: string;
  mode: 'live' | 'sandbox';
  role: 'client' | 'staff';
}

/** Keys are kept hashed; they are long and random, so that a plain hash is enough. */
export const hashKey = (key: string): Buffer => createHash('sha256').update(key).digest();

export const findInstallation = (tx: Executor, key: string): Promise<Installation | undefined> =>
  tx.first<Installation>(sql`select installation_id, name, mode, role from warehouse.installation
    where key_hash = ${hashKey(key)} and revoked_at is null`);

export const insertInstallation = (tx: Executor, one: Installation, key: string): Promise<number> =>
  tx.run(sql`insert into warehouse.installation (installation_id, name, key_hash, mode, role)
    values (${one.installation_id}, ${one.name}, ${hashKey(key)}, ${one.mode}, ${one.role})
    on conflict (key_hash) do nothing`);

export interface InstallationRow extends Installation {
  created_at: string;
  revoked_at: string | null;
}

export const listInstallations = (tx: Executor): Promise<InstallationRow[]> =>
  tx.rows<InstallationRow>(sql`select installation_id, name, mode, role, created_at, revoked_at
    from warehouse.installation order by created_at, installation_id`);

export const revokeInstallation = (tx: Executor, id: string): Promise<number> =>
  tx.run(sql`update warehouse.installation set revoked_at = coalesce(revoked_at, now()) where installation_id = ${id}`);
