// Finds a Chromium for the browser tests: CHROMIUM_PATH, the system's, else the one inside an npm package of tools/testing.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installTools } from './tools.mjs';

const PACKAGE = '@sparticuz/chromium';

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
];

export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The path of a Chromium that starts here. Throws one sentence that says what to install when there is none. */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const installed = SYSTEM.find((path) => existsSync(path));
  if (installed) return installed;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('No Chromium found: install Chromium or Chrome, or set CHROMIUM_PATH to one.');
  }
  // The package brings its shared libraries only where it believes to be on that runtime.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const packages = installTools('testing');
  const { version } = JSON.parse(readFileSync(join(packages, PACKAGE, 'package.json'), 'utf8'));
  const home = join(tmpdir(), `quayside-chromium-${version}`);
  mkdirSync(home, { recursive: true });
  const previous = process.env.TMPDIR;
  process.env.TMPDIR = home;
  const { default: chromium } = await import(
    pathToFileURL(createRequire(join(packages, 'from.js')).resolve(PACKAGE)).href
  );
  const path = await chromium.executablePath();
  if (previous === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = previous;
  // Its own configuration looks for the fonts in /tmp/fonts, which is not where they are: text would have no height.
  const fonts = join(home, 'fontconfig');
  mkdirSync(fonts, { recursive: true });
  const cache = join(home, 'fonts-cache');
  const dirs = [join(home, 'fonts'), '/usr/share/fonts'].map((dir) => `<dir>${dir}</dir>`).join('');
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${cache}</cachedir></fontconfig>`,
  );
  process.env.FONTCONFIG_PATH = fonts;
  const kept = join(home, 'chromium');
  if (path !== kept && !existsSync(kept)) renameSync(path, kept);
  return existsSync(kept) ? kept : path;
}
