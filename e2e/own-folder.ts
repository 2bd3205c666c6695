import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = `quayside-e2e-${process.getuid?.() ?? 'user'}-`;

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A data folder for this process, empty. Folders of runs that have ended are removed: the last one can be looked into until then. */
export function ownFolder(): string {
  for (const name of readdirSync(tmpdir())) {
    const pid = name.startsWith(NAME) ? Number(name.slice(NAME.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isAlive(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
  const folder = join(tmpdir(), `${NAME}${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
