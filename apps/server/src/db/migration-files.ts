import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface MigrationFile {
  number: number;
  name: string;
  text: string;
  checksum: string;
}

/**
 * Lower numbers were squashed into the base, 1000 to 1999, which has one file per area (docs/decisions/0050). They
 * still appear in databases created before.
 */
export const FIRST_OF_BASE = 1000;
export const FIRST_AFTER_BASE = 2000;

/** Our migrations; tests may use others. */
export const migrationsDir = path.join(import.meta.dirname, 'migrations');

/**
 * All migrations of a folder in order. Throws for a file not named NNNN_what_it_does.sql and for a duplicate number.
 */
export function readMigrations(dir: string = migrationsDir): MigrationFile[] {
  const files = readdirSync(dir)
    .sort()
    .map((file) => readOne(dir, file));
  files.forEach((file, at) => {
    const before = files[at - 1];
    if (before?.number === file.number) {
      throw new Error(
        `Migrations ${before.name} and ${file.name} have the same number: rename one to the next free number.`,
      );
    }
  });
  return files;
}

function readOne(dir: string, file: string): MigrationFile {
  const match = /^(\d{4})_[a-z0-9_]+\.sql$/.exec(file);
  if (!match) throw new Error(`Expected a migration name like 2042_what_it_does.sql, got ${file} in ${dir}.`);
  if (Number(match[1]) < FIRST_OF_BASE)
    throw new Error(`Migration ${file} has a number below ${FIRST_OF_BASE}: give it the next free number.`);
  // Git may check a file out with other line endings; that is not an edit.
  const text = readFileSync(path.join(dir, file), 'utf8').replaceAll('\r\n', '\n');
  return {
    number: Number(match[1]),
    name: file.slice(0, -4),
    text,
    checksum: createHash('sha256').update(text).digest('hex'),
  };
}
