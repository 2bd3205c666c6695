import { type Deps, getHttp } from '../deps.ts';
import type { BlobStore } from './blob.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';

/** The configured store: a bucket, or a folder in the data folder. */
export const createBlobStore = (deps: Pick<Deps, 'config' | 'http'>): BlobStore =>
  deps.config.s3 ? createS3Store(getHttp(deps, 'live', 's3'), deps.config.s3) : createFolderStore(deps.config.dataDir);
