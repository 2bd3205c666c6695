import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSandbox } from './core/server.ts';
import { sandboxVersion } from './core/version.ts';
import { loadEmulators } from './emulators.ts';

const { values } = parseArgs({ options: { data: { type: 'string' }, port: { type: 'string', default: '0' } } });
if (!values.data) throw new Error('usage: main.ts --data FOLDER [--port PORT]');
const dataDir = values.data;
mkdirSync(dataDir, { recursive: true });

const log = (line: string) => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);
const sandbox = await startSandbox({ dataDir, port: Number(values.port), standIns: await loadEmulators(), log });

// Written beside and renamed, so that a reader never sees half a file.
const facts = { port: sandbox.port, pid: process.pid, version: sandboxVersion() };
const file = join(dataDir, 'sandbox.json');
writeFileSync(`${file}.new`, JSON.stringify(facts));
renameSync(`${file}.new`, file);
process.stdout.write(`${JSON.stringify({ port: sandbox.port, pid: process.pid })}\n`);

const stop = () => {
  setTimeout(() => process.exit(1), 4000).unref();
  void sandbox.close().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
