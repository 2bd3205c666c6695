import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const ROOT = dirname(import.meta.dirname);

const sourcesOf = (root: string): string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, maxBuffer: 1 << 26 })
    .toString()
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)));

const isSame = (a: string, b: string): boolean => existsSync(b) && readFileSync(a).equals(readFileSync(b));

/** Links to installed packages; our own workspaces lead into the copy, so that faults planted there are what tests load. */
function linkPackages(scratch: string): void {
  const from = join(ROOT, 'node_modules');
  const to = join(scratch, 'node_modules');
  mkdirSync(join(to, '@quayside'), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== '@quayside' && !name.startsWith('.') && !existsSync(join(to, name)))
      symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@quayside')))
    if (!existsSync(join(to, '@quayside', name)))
      symlinkSync(readlinkSync(join(from, '@quayside', name)), join(to, '@quayside', name));
  for (const name of readdirSync(join(ROOT, 'tools'))) {
    const installed = join(ROOT, 'tools', name, 'node_modules');
    const link = join(scratch, 'tools', name, 'node_modules');
    if (existsSync(installed) && !existsSync(link)) symlinkSync(installed, link);
  }
}

/**
 * A copy of the sources in which faults can be planted without touching the working tree. It is kept from run to run and
 * brought up to date; whatever an interrupted run left in it is overwritten.
 */
export function makeScratch(name: string): string {
  const scratch = join(tmpdir(), `quayside-${name}-${createHash('sha256').update(ROOT).digest('hex').slice(0, 8)}`);
  const wanted = sourcesOf(ROOT);
  mkdirSync(scratch, { recursive: true });
  if (!existsSync(join(scratch, '.git'))) execFileSync('git', ['init', '-q'], { cwd: scratch });
  const isWanted = new Set(wanted);
  for (const path of sourcesOf(scratch)) if (!isWanted.has(path)) rmSync(join(scratch, path));
  for (const path of wanted) {
    if (isSame(join(ROOT, path), join(scratch, path))) continue;
    mkdirSync(dirname(join(scratch, path)), { recursive: true });
    copyFileSync(join(ROOT, path), join(scratch, path));
  }
  linkPackages(scratch);
  return scratch;
}
