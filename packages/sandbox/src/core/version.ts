import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = dirname(dirname(fileURLToPath(import.meta.url)));
let known: string | undefined;

/**
 * What the running sandbox was started from: the newest change of its sources. A Quayside that finds a sandbox of
 * another version replaces it, so that nobody talks to yesterday's stand-ins. Read once per process.
 */
export function sandboxVersion(): string {
  known ??= newest(SOURCES).toString(36);
  return known;
}

function newest(folder: string): number {
  let time = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name.endsWith('.test.ts')) continue;
    const path = join(folder, entry.name);
    time = Math.max(time, entry.isDirectory() ? newest(path) : Math.floor(statSync(path).mtimeMs));
  }
  return time;
}
