import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../migration-files.ts';

/** Facts of the last release, kept in this folder, so that checks need neither tags nor history. */
export interface ReleaseFacts {
  /** null: no version was released yet; the facts are of the commit at which compatibility began to be checked. */
  version: string | null;
  /** Checksums of its migrations by name. */
  migrations: Record<string, string>;
}

const DB = 'apps/server/src/db';
export const FACTS = `${DB}/released/release.json`;
export const RELEASED_SCHEMA = `${DB}/released/schema.sql`;

export const readFacts = (root: string): ReleaseFacts => JSON.parse(readFileSync(join(root, FACTS), 'utf8'));
export const readReleasedSchema = (root: string): string => readFileSync(join(root, RELEASED_SCHEMA), 'utf8');

/** Texts of the files that record the checkout in `root` as a release. */
export function factsOfCheckout(root: string, version: string | null): Map<string, string> {
  const migrations = readMigrations(join(root, DB, 'migrations'));
  const facts: ReleaseFacts = {
    version,
    migrations: Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum])),
  };
  return new Map([
    [FACTS, `${JSON.stringify(facts, null, 2)}\n`],
    [RELEASED_SCHEMA, readFileSync(join(root, DB, 'schema.sql'), 'utf8')],
  ]);
}

export function writeFacts(root: string, version: string | null): void {
  mkdirSync(join(root, DB, 'released'), { recursive: true });
  for (const [file, text] of factsOfCheckout(root, version)) writeFileSync(join(root, file), text);
}
