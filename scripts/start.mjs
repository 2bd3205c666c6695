// npm start: one command from a fresh clone. Builds the web app and the browser extension when their sources changed, then
// runs the server.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `Quayside needs Node 24 or newer; this is ${process.version}. Install Node 24, or on Linux and Windows run "npm ci" and start with npm.`,
  );
  process.exit(1);
}

const SHARED = ['packages/kernel/src', 'packages/contracts/src'];
const APPS = {
  web: {
    // The help center's articles are part of the web app.
    folders: ['apps/web/src', 'apps/web/public', 'messages', 'docs/help', 'docs/guides', ...SHARED],
    files: [
      'package-lock.json',
      'apps/web/index.html',
      'apps/web/first-files.ts',
      'apps/web/vite.config.ts',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
    ],
  },
  extension: {
    folders: ['apps/extension/src', 'apps/extension/public', ...SHARED],
    files: ['package-lock.json', 'apps/extension/popup.html', 'apps/extension/vite.config.ts'],
  },
};

/** A print of everything an app is built from: paths, sizes and times of change. */
function printOfSources({ folders, files }) {
  const hash = createHash('sha256');
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else {
        const { size, mtimeMs } = statSync(path);
        hash.update(`${path} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of folders) if (existsSync(join(root, folder))) walk(join(root, folder));
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** Builds an app unless its last build is of the same sources. */
async function build(name, quiet) {
  const stamp = join(root, `apps/${name}/dist/.built-from`);
  const print = printOfSources(APPS[name]);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', quiet ? 'warn' : 'info'], {
    cwd: join(root, `apps/${name}`),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`apps/${name} failed to build; see the output above.`);
  writeFileSync(stamp, print);
}

/** The browser extension, as it is handed out. */
export const buildExtension = ({ quiet = true } = {}) => build('extension', quiet);

/** Everything that browsers are sent. */
export const buildWeb = ({ quiet = true } = {}) => Promise.all([build('web', quiet), buildExtension({ quiet })]);

/** Where processes keep compiled modules (NODE_COMPILE_CACHE). */
export const COMPILED = join(root, 'node_modules/.cache/compiled');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // A worker shows no screens. The build runs beside the first start of the database.
  const needsWeb = !(process.argv.includes('--role') && process.argv.includes('worker'));
  const building = needsWeb ? buildWeb() : Promise.resolve();
  building.catch(() => undefined);
  globalThis.quaysideWebBuild = building;
  // Sources are stripped of their types and compiled once; processes that are started from here read the same cache.
  process.env.NODE_COMPILE_CACHE ??= COMPILED;
  // Not imported at the top: Node 20 has no such export, and would not reach the sentence above.
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import('../apps/server/src/main.ts');
}
