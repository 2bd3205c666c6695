// Runs after npm ci: a machine whose own Node is too old gets Node 24 as the node of all npm scripts. Runs on Node 20.11 too, and refuses
// older ones, so it imports only what they have.
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST = 24;
/** With import.meta.dirname, which everything else here uses. */
const OLDEST_TO_INSTALL = [20, 11];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_TO_INSTALL[0] || (major === OLDEST_TO_INSTALL[0] && minor < OLDEST_TO_INSTALL[1])) {
  console.error(
    `Quayside needs Node ${OLDEST}; from ${OLDEST_TO_INSTALL.join('.')} on, npm ci can install it. This is ${process.version}.`,
  );
  process.exit(1);
}
const bin = join(dirname(fileURLToPath(import.meta.url)), '../node_modules/.bin');
const windows = process.platform === 'win32';
const link = join(bin, windows ? 'node.cmd' : 'node');

if (major < OLDEST) {
  const { installTools } = await import('./tools.mjs');
  const node = join(installTools('node'), `node-${windows ? 'win' : process.platform}-${process.arch}`);
  const program = join(node, 'bin', windows ? 'node.exe' : 'node');
  // Headers for building against Node are a third of its weight, and nothing here is built.
  rmSync(join(node, 'include'), { recursive: true, force: true });
  // Where there is none for the machine, npm start says what it needs.
  if (existsSync(program)) {
    mkdirSync(bin, { recursive: true });
    rmSync(link, { force: true });
    if (windows) writeFileSync(link, `@"${program}" %*\r\n`);
    else {
      chmodSync(program, 0o755);
      symlinkSync(relative(bin, program), link);
    }
  }
}
