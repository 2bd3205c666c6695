// Runs after npm ci: a machine whose own Node is too old gets Node 24 as the node of all npm scripts. Runs on Node 20 too.
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { installTools } from './tools.mjs';

const OLDEST = 24;
const bin = join(import.meta.dirname, '../node_modules/.bin');
const windows = process.platform === 'win32';
const link = join(bin, windows ? 'node.cmd' : 'node');

if (Number(process.versions.node.split('.')[0]) < OLDEST) {
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
