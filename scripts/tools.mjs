// Packages that most installations never need are not among the project's own: each folder of tools/ has a lockfile of its own and is
// installed when something needs it. Runs on Node 20 too.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const tools = join(import.meta.dirname, '../tools');
const LISTS = ['package.json', 'package-lock.json'];
/** What is in each folder. */
const INSTALLED = { node: 'Node 24', testing: 'what only tests need', mutations: 'StrykerJS' };

/**
 * The node_modules of a folder of tools/, installed unless they are there as its lockfile says. They are made under another name
 * first, so that two commands at once, or one that is killed, leave no half of them. Throws when npm does not succeed.
 */
export function installTools(name) {
  const folder = join(tools, name);
  const installed = join(folder, 'node_modules');
  const stamp = join(installed, '.installed-from');
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const isThere = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isThere()) return installed;
  console.log(`Installing ${INSTALLED[name]} (tools/${name}) ...`);
  const making = join(folder, `.making-${process.pid}`);
  mkdirSync(making, { recursive: true });
  try {
    for (const list of LISTS) copyFileSync(join(folder, list), join(making, list));
    npmCi(making);
    writeFileSync(join(making, 'node_modules/.installed-from'), wanted);
    if (!isThere()) {
      rmSync(installed, { recursive: true, force: true });
      renameSync(join(making, 'node_modules'), installed);
    }
  } catch (error) {
    if (!isThere()) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return installed;
}

function npmCi(folder) {
  // A tool whose peer is a package of the project (StrykerJS and Vitest) finds it above its own folder.
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps'];
  // npm names itself to the scripts that it runs; its settings for them (a prefix, a workspace) are not meant for this folder.
  const npm = process.env.npm_execpath;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !/^npm_(config_(local_prefix|prefix|workspace.*|dry_run)|package_)/i.test(key),
    ),
  );
  const { status, error } = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, env, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd: folder, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm ci failed in ${folder}${error ? `: ${error.message}` : ''}`);
}
