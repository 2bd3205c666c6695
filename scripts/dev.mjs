// npm run dev: the server restarts when its sources change, the screens reload when theirs do.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildExtension } from './start.mjs';

const root = join(import.meta.dirname, '..');
const port = process.env.PORT ?? '4000';
const run = (args, cwd, env = {}) =>
  spawn(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });

// Handed out by the server from its first moment on; it is built in an instant.
await buildExtension();
const server = run(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], root, { PORT: port });
const screens = run([join(root, 'node_modules/vite/bin/vite.js')], join(root, 'apps/web'), {
  QUAYSIDE_API: `http://127.0.0.1:${port}`,
});
console.log('Web app with hot reload: http://127.0.0.1:5173');

let stopping = false;
const stop = () => {
  if (stopping) return;
  stopping = true;
  for (const child of [screens, server]) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of [screens, server]) child.on('exit', stop);
