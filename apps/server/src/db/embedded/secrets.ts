import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { StartRefused } from './start-refused.ts';

/** Passwords of the embedded server: the superuser, used only to start and check it, and the owner of our tables. */
export interface Passwords {
  superuser: string;
  owner: string;
}

/** Reads the passwords, or creates them on the first start. Missing ones beside an existing cluster are an error. */
export function passwordsIn(file: string, clusterExists: boolean): Passwords {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Passwords;
  if (clusterExists) {
    throw new StartRefused(
      `The database's passwords are missing (${file}): restore the file from the backup of the data folder.`,
    );
  }
  const made: Passwords = { superuser: secret(), owner: secret() };
  writePrivately(file, JSON.stringify(made));
  return made;
}

function secret(): string {
  return randomBytes(24).toString('base64url');
}

/** Writes a file readable only by us, and syncs it to disk. */
export function writePrivately(file: string, text: string): void {
  const fd = openSync(file, 'w', 0o600);
  try {
    writeSync(fd, text);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
