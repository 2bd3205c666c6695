import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import type { OwnPicture } from './own-picture.ts';

const MAIN = join(import.meta.dirname, 'draw-main.ts');

/** Where the pictures of our catalogue are kept once they are drawn. */
export const pictureFolder = (dataDir: string): string => join(dataDir, 'pictures');

/**
 * Draws pictures before anybody asks for them, one after the other, behind all other work of the machine. Those that are
 * there cost a look each. Ends early, with what is drawn kept, when `signal` says so. Throws when the drawing broke off.
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
    // Gone already, or not allowed here: it then works beside the others.
  }
  child.stdin.on('error', () => undefined);
  // Not ended: the input's end tells it that we are gone.
  child.stdin.write(`${JSON.stringify({ folder, pictures: missing })}\n`);
  const [code] = await ended.finally(() => signal.removeEventListener('abort', stop));
  if (code !== 0 && !signal.aborted) throw new Error(`image rendering process ended with ${code ?? 'a signal'}`);
}
