import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ensureSandbox, stopSandbox } from './process.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'quayside-sandbox-'));
afterEach(async () => {
  await stopSandbox({ dataDir });
  rmSync(dataDir, { recursive: true, force: true });
});

test('one sandbox serves a folder: started once, taken over by others, back on its port after a kill', {
  timeout: 60_000,
}, async () => {
  const [one, two] = await Promise.all([ensureSandbox({ dataDir }), ensureSandbox({ dataDir })]);
  expect([one.started, two.started].sort()).toEqual([false, true]);
  expect(two.pid).toBe(one.pid);

  await fetch(`${one.baseUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ speed: 60 }),
  });
  process.kill(one.pid, 'SIGKILL');
  const again = await ensureSandbox({ dataDir });
  expect(again).toMatchObject({ started: true, port: one.port });
  expect(await (await fetch(`${again.baseUrl}/control/clock`)).json()).toMatchObject({ speed: 60 });

  // The last process that uses it ends it; one that was killed no longer counts.
  const users = join(dataDir, 'sandbox.users');
  writeFileSync(join(users, String(process.ppid)), '');
  expect(await stopSandbox({ dataDir, unlessUsed: true })).toBe(false);
  rmSync(join(users, String(process.ppid)));
  writeFileSync(join(users, '999999999'), '');
  expect(await ensureSandbox({ dataDir })).toMatchObject({ started: false, pid: again.pid });
  expect(await stopSandbox({ dataDir, unlessUsed: true })).toBe(true);
  expect(await stopSandbox({ dataDir })).toBe(false);
});

test('a sandbox that does not start in time is killed', { timeout: 60_000 }, async () => {
  await expect(ensureSandbox({ dataDir, startMs: 1 })).rejects.toThrow('did not start');
  expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(dataDir);
});
