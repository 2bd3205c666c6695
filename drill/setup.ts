import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureSandbox } from '@quayside/sandbox';
import { type Child, createChild } from '@quayside/testing/child.ts';

const root = join(import.meta.dirname, '..');
const MAIN = join(root, 'apps/server/src/main.ts');
const PRELOAD = ['--import', pathToFileURL(join(import.meta.dirname, 'preload.ts')).href];
const SANDBOX_START_MS = 120_000;
export const DRILL_SECRET = 'a secret that only the drill has, 32+ long';
export const DRILL_OPERATOR = 'drill-operator@example.com';

export function environment(port: number, dataDir: string, more: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return {
    PATH,
    HOME,
    PORT: String(port),
    QUAYSIDE_DATA: dataDir,
    QUAYSIDE_SANDBOX: 'on',
    // Neither the demo account nor a catalogue of thousands is under test: making them takes as long as the whole small drill.
    QUAYSIDE_SANDBOX_DEMO: 'off',
    QUAYSIDE_SANDBOX_PRODUCTS: '100',
    QUAYSIDE_LOG: process.env.QUAYSIDE_LOG ?? 'warn',
    // A start costs half the work: what is tried here is what a start finds, not how it reads its sources.
    NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    APP_SECRET: DRILL_SECRET,
    QUAYSIDE_OPERATORS: DRILL_OPERATOR,
    ...more,
  };
}

/** A process of Quayside with its log in the folder of the drill. */
export const quaysideChild = (name: string, args: string[], env: Record<string, string>, dataDir: string): Child =>
  createChild(name, [...PRELOAD, MAIN, ...args], env, join(dataDir, `${name}.log`));

/** On a crowded machine the sandbox takes longer to start than Quayside waits for it. */
export const startSandbox = (dataDir: string): Promise<{ baseUrl: string }> =>
  ensureSandbox({ dataDir: join(dataDir, 'sandbox'), startMs: SANDBOX_START_MS });
