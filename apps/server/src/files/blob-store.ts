import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '@quayside/kernel';
import { type Deps, getHttp } from '../deps.ts';
import { type BlobStore, FileStorageError } from './blob.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

type StoreDeps = Pick<Deps, 'config' | 'http'>;

/** Folder of stored files without a bucket. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Folder of drawn pictures: of all without a bucket, and always of those of the made-up catalog. */
export const pictureFolder = (dataDir: string): string => join(dataDir, 'pictures');

/** The bucket, for what is moved into it; undefined: none. */
export const getBucket = (deps: StoreDeps): BlobStore | undefined =>
  deps.config.s3 && createS3Store(getHttp(deps, 'live', 's3'), deps.config.s3);

/** The configured store: a bucket, or a folder in the data folder. */
export function getBlobStore(deps: StoreDeps): BlobStore {
  const path = filesFolder(deps.config.dataDir);
  const folder = createFolderStore(path);
  const bucket = getBucket(deps);
  if (!bucket) return folder;
  return existsSync(path) ? withEarlierFolder(bucket, folder) : bucket;
}

/** A bucket, and the folder of the time before it: what was not moved yet (files/actions/move-into-store.ts) is read from there. */
export const withEarlierFolder = (bucket: BlobStore, folder: BlobStore): BlobStore => ({
  put: (key, bytes) => bucket.put(key, bytes),
  // Asked again at the end: it may have been moved between the first two.
  get: async (key) => (await bucket.get(key)) ?? (await folder.get(key)) ?? (await bucket.get(key)),
  async remove(key) {
    await folder.remove(key);
    await bucket.remove(key);
  },
});

/** Where drawn sizes of stored pictures are kept: in the bucket, so that every machine finds them, else in a folder. */
export const getDrawnStore = (deps: StoreDeps): BlobStore => {
  const bucket = getBucket(deps);
  return bucket ? within(bucket, 'drawn/') : createFolderStore(pictureFolder(deps.config.dataDir));
};

const within = (store: BlobStore, prefix: string): BlobStore => ({
  put: (key, bytes) => store.put(prefix + key, bytes),
  get: (key) => store.get(prefix + key),
  remove: (key) => store.remove(prefix + key),
});

const CHECK_MS = 5_000;

/**
 * Writes, reads and deletes an object of the bucket. Returns why that failed: `refused` when the settings are wrong, else the bucket
 * does not respond. Without a bucket there is nothing to check.
 */
export async function checkBucket(deps: StoreDeps): Promise<{ isRefusal: boolean; reason: string } | undefined> {
  const { s3 } = deps.config;
  if (!s3) return undefined;
  const bucket = createS3Store(getHttp(deps, 'live', 's3'), s3, { timeoutMs: CHECK_MS, tries: 1 });
  const key = `checks/${newId()}`;
  try {
    await bucket.put(key, Buffer.from('ok'));
    const read = await bucket.get(key);
    await bucket.remove(key);
    // Without the right to list, a missing object is answered with 403.
    const gone = await bucket.get(key);
    return read?.toString() === 'ok' && gone === undefined
      ? undefined
      : { isRefusal: true, reason: 'an object was not read as it was written' };
  } catch (error) {
    if (!(error instanceof FileStorageError)) throw error;
    return { isRefusal: error.isRefusal, reason: error.message };
  }
}
