import { spawn } from 'node:child_process';
import type { Account } from './account.ts';

/** Environment of PostgreSQL programs: without our settings, which contain secrets. */
export function programEnv(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(SystemRoot && { SystemRoot, TEMP, TMP }) };
}

/** Runs a PostgreSQL program to its end under the account; throws with its output on failure. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { account: Account | undefined; cwd: string; input?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: options.cwd,
      env: programEnv(),
      stdio: 'pipe',
      windowsHide: true,
      ...options.account,
    });
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    child.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(printed);
      else reject(new Error(`${file} exited with code ${code}: ${printed.trim().slice(-2000)}`));
    });
    // A program that fails immediately closes its input before it is written; its exit code gives the reason.
    child.stdin.on('error', () => undefined);
    child.stdin.end(options.input ?? '');
  });
}
