import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import history from '../../db/adoption/history.json' with { type: 'json' };
import { createDb, type Db, migrate, withClient } from '../../db/index.ts';
import { FIRST_AFTER_BASE, migrationsDir, readMigrations } from '../../db/migration-files.ts';
import { createVault } from '../../vault/vault.ts';
import { currentTemplate } from './create-test-database.ts';
import { at } from './template.ts';
import { templateSteps } from './template-steps.ts';

/** Writes rows in the SQL of the version before the squash. */
export interface RowWriter {
  client: Client;
  put(table: string, row: Record<string, unknown>): Promise<void>;
  /** Encrypts the credentials of a store or a connection as its row stores them. */
  seal(content: object, of: string): string;
}

export interface DatabaseBeforeSquash {
  ownerUrl: string;
  appUrl: string;
  superuserUrl: string;
  write(work: (rows: RowWriter) => Promise<void>): Promise<void>;
  /** Brings it to this version. */
  upgrade(): Promise<Db>;
  drop(): Promise<void>;
}

/** Makes the history of migrations that of the version before the squash, or a part of it. */
export async function writeHistory(client: Client, migrations = history.migrations): Promise<void> {
  await client.query(
    'alter table schema_migrations drop column if exists oldest_version; delete from schema_migrations',
  );
  await client.query(
    `insert into schema_migrations (number, name, checksum)
      select number, name, checksum from jsonb_to_recordset($1) as m(number int, name text, checksum text)`,
    [JSON.stringify(migrations)],
  );
}

/** Copies the base migrations into a folder of their own, which the caller removes. */
export function copyBase(): string {
  const dir = mkdtempSync(join(tmpdir(), 'quayside-base-'));
  for (const { name, number } of readMigrations())
    if (number < FIRST_AFTER_BASE) copyFileSync(join(migrationsDir, `${name}.sql`), join(dir, `${name}.sql`));
  return dir;
}

/**
 * A database as the squashed migrations left it. They are gone; the base makes the same schema (adopt.db.test.ts compares it with
 * what is stored of theirs), and the history is written.
 */
export async function databaseBeforeSquash(): Promise<DatabaseBeforeSquash> {
  const { adminUrl, ownerUrl, appUrl } = currentTemplate();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const asAdmin = (statement: string) => withClient(adminUrl, 'test', (client) => client.query(statement));
  await asAdmin(`create database ${name} owner ${new URL(ownerUrl).username}`);
  const urls = { ownerUrl: at(ownerUrl, name), appUrl: at(appUrl, name) };
  const superuserUrl = at(adminUrl, name);
  const dir = copyBase();
  await migrate(urls.ownerUrl, { dir });
  rmSync(dir, { recursive: true });
  for (const step of templateSteps) await step(urls);
  await withClient(urls.ownerUrl, 'test', (client) => writeHistory(client));
  const vault = createVault(['a secret that only tests have, 32+ long']);
  let db: Db | undefined;
  return {
    ...urls,
    superuserUrl,
    write: (work) =>
      withClient(superuserUrl, 'test', (client) =>
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
    async drop() {
      await db?.close();
      await asAdmin(`drop database if exists ${name} with (force)`);
    },
  };
}
