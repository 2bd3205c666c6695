import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Deps } from '../../../deps.ts';
import { filesFolder, getBlobStore, getBucket } from '../../../files/blob-store.ts';
import { earlierFolder, importedKey } from '../../../pictures/imported-picture.ts';
import { isImported } from '../../../pictures/own-picture.ts';
import { unusedKeys } from '../repo.ts';

const AT_ONCE = 50;
/** Keys of files, and of pictures of the operator's own products; a file that was being written has a longer name. */
const KEY =
  /^([0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}-[0-9a-f]{8}|imported\/[0-9a-f]{2}\/imported-[0-9a-f]{40}\.webp)$/;

/** The files of a folder as paths below it, with slashes. */
const pathsIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
};

/** Pictures of the operator's own products, from where earlier versions kept them. */
async function moveImported(deps: Deps, signal: AbortSignal): Promise<number> {
  const folder = earlierFolder(deps.config.dataDir);
  const store = getBlobStore(deps);
  let moved = 0;
  for (const path of await pathsIn(folder)) {
    const key = basename(path, '.webp');
    if (signal.aborted) return moved;
    if (!path.endsWith('.webp') || !isImported(key)) continue;
    // Gone: another process on this folder moved it.
    const bytes = await readFile(join(folder, path)).catch(() => undefined);
    if (!bytes) continue;
    await store.put(importedKey(key), bytes);
    await rm(join(folder, path), { force: true });
    moved += 1;
  }
  return moved;
}

/**
 * Files of the time before there was a bucket. One that the database does not know stays where it is: it may belong to another
 * database or to a backup.
 */
async function moveFiles(deps: Deps, signal: AbortSignal): Promise<number> {
  const bucket = getBucket(deps);
  if (!bucket) return 0;
  const folder = filesFolder(deps.config.dataDir);
  const keys = (await pathsIn(folder)).filter((path) => KEY.test(path));
  const unused = async (some: readonly string[]): Promise<Set<string>> =>
    new Set(
      await deps.db.global((tx) =>
        unusedKeys(
          tx,
          some.filter((key) => !key.startsWith('imported/')),
        ),
      ),
    );
  let moved = 0;
  for (let at = 0; at < keys.length && !signal.aborted; at += AT_ONCE) {
    const some = keys.slice(at, at + AT_ONCE);
    const unknown = await unused(some);
    const known = some.filter((key) => !unknown.has(key));
    for (const key of known) {
      const bytes = await readFile(join(folder, key)).catch(() => undefined);
      if (bytes) await bucket.put(key, bytes);
    }
    // A file that was deleted meanwhile may have been put into the bucket after it was removed from there.
    for (const key of await unused(known)) await bucket.remove(key);
    for (const key of known) await rm(join(folder, key), { force: true });
    moved += known.length;
  }
  return moved;
}

/**
 * Moves what this machine's data folder still has into the file store: pictures of the operator's own products, and all files once a
 * bucket is set. Until then they are read from where they are. Can be cut off and repeated. Returns how many were moved.
 */
export async function moveIntoStore(deps: Deps, signal: AbortSignal): Promise<number> {
  return (await moveImported(deps, signal)) + (await moveFiles(deps, signal));
}

/** A process of the version before may still read the same folder while it is being replaced. */
const AFTER_MS = 10 * 60_000;

/** Moves them once a process has run for a while. Returns what ends it. */
export function moveLater(deps: Deps, afterMs: number = AFTER_MS): () => Promise<void> {
  const stopping = new AbortController();
  let moving: Promise<void> = Promise.resolve();
  const timer = setTimeout(() => {
    moving = moveIntoStore(deps, stopping.signal).then(
      (moved) => {
        if (moved > 0) deps.log.info({ moved }, 'moved files of the data folder into the file store');
      },
      (err: unknown) =>
        deps.log.warn(
          { err },
          'not all files of the data folder were moved into the file store; the next start tries again',
        ),
    );
  }, afterMs);
  timer.unref();
  return async () => {
    clearTimeout(timer);
    stopping.abort();
    await moving;
  };
}
