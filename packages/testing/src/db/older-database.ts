import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, type Db, migrate, withClient } from '@quayside/server/src/db/index.ts';
import { migrationsDir } from '@quayside/server/src/db/migration-files.ts';
import { createVault } from '@quayside/server/src/vault/vault.ts';
import type { Client } from 'pg';
import { currentTemplate } from './create-test-database.ts';
import { at } from './template.ts';
import { templateSteps } from './template-steps.ts';

/** Writes rows in the SQL of the older version. */
export interface OlderRows {
  client: Client;
  put(table: string, row: Record<string, unknown>): Promise<void>;
  /** Credentials of a store or a connection, as its row keeps them. */
  seal(content: object, of: string): string;
}

export interface OlderDatabase {
  write(work: (rows: OlderRows) => Promise<void>): Promise<void>;
  /** Brings it to this version. */
  upgrade(): Promise<Db>;
  close(): Promise<void>;
}

/** A database as the migrations up to `last` made it. */
export async function olderDatabase(last: number): Promise<OlderDatabase> {
  const { adminUrl, ownerUrl, appUrl } = currentTemplate();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const asAdmin = (statement: string) => withClient(adminUrl, 'test', (client) => client.query(statement));
  await asAdmin(`create database ${name} owner ${new URL(ownerUrl).username}`);
  const urls = { ownerUrl: at(ownerUrl, name), appUrl: at(appUrl, name) };
  const dir = mkdtempSync(join(tmpdir(), 'quayside-migrations-'));
  for (const file of readdirSync(migrationsDir))
    if (Number(file.slice(0, 4)) <= last) copyFileSync(join(migrationsDir, file), join(dir, file));
  await migrate(urls.ownerUrl, { dir });
  rmSync(dir, { recursive: true });
  for (const step of templateSteps) await step(urls);
  const vault = createVault(['a secret that only tests have, 32+ long']);
  let db: Db | undefined;
  return {
    write: (work) =>
      withClient(at(adminUrl, name), 'test', (client) =>
        work({
          client,
          async put(table, row) {
            const names = Object.keys(row);
            const places = names.map((_name, n) => `$${n + 1}`);
            await client.query(`insert into ${table} (${names.join()}) values (${places.join()})`, Object.values(row));
          },
          seal: (content, of) => JSON.stringify(vault.seal(content, of)),
        }),
      ),
    async upgrade() {
      await migrate(urls.ownerUrl);
      db = createDb({ poolSize: 5, ...urls });
      return db;
    },
    async close() {
      await db?.close();
      await asAdmin(`drop database if exists ${name} with (force)`);
    },
  };
}
