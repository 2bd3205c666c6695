import './require-node.ts';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { ConfigError, readConfig } from './config.ts';
import { StartRefused } from './db/embedded/index.ts';
import { MigrationRefused } from './db/index.ts';
import { loadEnvFile } from './env-file.ts';
import { startSandbox } from './start-sandbox.ts';

declare global {
  /** Set by scripts/start.mjs while the web app is being built. */
  var quaysideWebBuild: Promise<unknown> | undefined;
}

const root = join(import.meta.dirname, '../../..');

/** Reads the settings, starts, and stops on SIGTERM or SIGINT within ten seconds. Expected errors are one sentence. */
async function main(): Promise<void> {
  loadEnvFile(root);
  const config = readConfig(process.env, process.argv.slice(2), root);
  // A separate process that starts while the rest of the server loads.
  const sandbox = startSandbox(config);
  const starting = import('./start.ts').then(({ start }) =>
    start(config, {
      root,
      ...(sandbox ? { sandbox } : {}),
      ...(globalThis.quaysideWebBuild ? { webReady: globalThis.quaysideWebBuild } : {}),
    }),
  );
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const late = setTimeout(() => process.exit(1), 9_500);
    // A stop during startup also ends everything started by then.
    starting
      .then((running) => running.stop())
      .then(
        () => {
          clearTimeout(late);
          process.exit(0);
        },
        (error: unknown) => {
          process.stderr.write(`${String(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const { greeting } = await starting;
  if (!stopping) process.stdout.write(`${greeting}\n`);
  // The compile cache is otherwise written only on a normal exit, not when the process is killed.
  flushCompileCache();
}

main().catch((error: unknown) => {
  const expected = error instanceof ConfigError || error instanceof StartRefused || error instanceof MigrationRefused;
  const taken = (error as { code?: string }).code === 'EADDRINUSE';
  const text = taken
    ? 'The port is already in use: set PORT to a free one.'
    : expected
      ? (error as Error).message
      : ((error as Error).stack ?? String(error));
  process.stderr.write(`Quayside did not start. ${text}\n`);
  process.exit(1);
});
