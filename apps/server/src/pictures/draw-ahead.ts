import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pictureFolder } from '../files/blob-store.ts';
import type { OwnPicture } from './own-picture.ts';

const MAIN = join(import.meta.dirname, 'draw-main.ts');

/**
 * Pre-renders missing images one by one at the lowest priority. Ends early on `signal`, keeping finished ones; throws
 * when rendering broke off.
 */
export async function drawAhead(dataDir: string, pictures: readonly OwnPicture[], signal: AbortSignal): Promise<void> {
  const folder = pictureFolder(dataDir);
  const missing = pictures.filter(({ key, size }) => !existsSync(join(folder, String(size), `${key}.webp`)));
  if (missing.length === 0 || signal.aborted) return;
  const child = spawn(process.execPath, [MAIN], { stdio: ['pipe', 'ignore', 'ignore'], env: {} });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const stop = (): void => void child.kill();
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Exited already, or not permitted here: it then runs at normal priority.
  }
  child.stdin.on('error', () => undefined);
  // Not ended: the closing input tells it that this process is gone.
  child.stdin.write(`${JSON.stringify({ folder, pictures: missing })}\n`);
  const [code] = await ended.finally(() => signal.removeEventListener('abort', stop));
  if (code !== 0 && !signal.aborted) throw new Error(`image rendering process ended with ${code ?? 'a signal'}`);
}
