import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Passwords {
  superuser: string;
  owner: string;
}

function address(dataDir: string, user: string, password: keyof Passwords): string {
  const home = join(dataDir, 'postgres');
  const passwords = JSON.parse(readFileSync(join(home, 'passwords.json'), 'utf8')) as Passwords;
  const port = readFileSync(join(home, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[3];
  return `postgres://${user}:${passwords[password]}@127.0.0.1:${port}/quayside`;
}

/** The superuser's address: the floor reads without row-level security, as a hand-tuned program would. */
export const superuserAddress = (dataDir: string): string => address(dataDir, 'postgres', 'superuser');
/** The owner's address: what DATABASE_URL would be. */
export const ownerAddress = (dataDir: string): string => address(dataDir, 'quayside', 'owner');
