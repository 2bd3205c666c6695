import { createHash } from 'node:crypto';
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_PART } from '@quayside/contracts';
import { AppError, newId, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getBlobStore } from '../../../files/blob-store.ts';
import { discardFiles, findLocation, lockUploads, usedBytes } from '../repo.ts';
import {
  appendPart,
  claimUpload,
  deleteExpired,
  deleteUpload,
  findUpload,
  insertUpload,
  releaseUpload,
  type UploadRow,
} from '../upload-repo.ts';
import { spaceFull, storeFile, UNUSED_HOURS } from './save-file.ts';

/** A conversion ends well before. */
const CLAIM_MS = 2 * 60_000;
const HOUR_MS = 3_600_000;

const folderOf = (dataDir: string): string => join(dataDir, 'uploads');
const after = (now: string, ms: number): string => new Date(Date.parse(now) + ms).toISOString();
const refuse = (field: string, key: string, params = {}) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { fields: { [field]: [key] }, params });

/** Starts an upload in parts and reserves its bytes. Throws FILE_SPACE_FULL. It expires after a day. */
export async function startUpload(
  deps: Deps,
  { accountId, workplaceId }: WorkplaceScope,
  { name, bytes, field }: { name: string; bytes: number; field: string },
): Promise<UploadRow> {
  const now = deps.clock.now();
  const upload = { upload_id: newId(), name, bytes, expires_at: after(now, UNUSED_HOURS * HOUR_MS) };
  await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
    await lockUploads(tx, workplaceId);
    await deleteExpired(tx, workplaceId, now);
    if ((await usedBytes(tx, workplaceId, now)) + bytes > deps.config.fileQuota) throw spaceFull(deps, field);
    await insertUpload(tx, workplaceId, upload);
  });
  return { ...upload, received: 0, part_ids: [] };
}

/** An upload that has not expired. Throws UPLOAD_NOT_FOUND. */
export async function readUpload(deps: Deps, scope: WorkplaceScope, uploadId: string): Promise<UploadRow> {
  const now = deps.clock.now();
  const found = await deps.db.read(scope, (ex) => findUpload(ex, scope.workplaceId, uploadId, now));
  if (!found) throw notFound('UPLOAD_NOT_FOUND');
  return found;
}

/**
 * Appends a part. A part that was sent twice, or by two senders, is kept once: the others get UPLOAD_OFFSET with the offset to
 * continue at. Throws UPLOAD_PART_DAMAGED when the bytes don't have the given SHA-256.
 */
export async function addPart(
  deps: Deps,
  scope: WorkplaceScope,
  uploadId: string,
  part: { offset: number; bytes: Uint8Array; sha256?: string | undefined },
): Promise<UploadRow> {
  const { workplaceId } = scope;
  const { offset, bytes, sha256 } = part;
  const upload = await readUpload(deps, scope, uploadId);
  const elsewhere = ({ received }: UploadRow) =>
    new AppError('UNPROCESSABLE_ENTITY', 'UPLOAD_OFFSET', {
      fields: { offset: ['UPLOAD_OFFSET'] },
      data: { offset: received },
    });
  if (upload.received !== offset) throw elsewhere(upload);
  // All but the last part have the same size, so that their number is limited.
  if (bytes.length !== Math.min(UPLOAD_PART.most, upload.bytes - offset))
    throw refuse('offset', 'UPLOAD_PART_SIZE', { bytes: UPLOAD_PART.most });
  if (sha256 && createHash('sha256').update(bytes).digest('hex') !== sha256.toLowerCase())
    throw refuse('sha256', 'UPLOAD_PART_DAMAGED');
  // Reserved at the start.
  const stored = await storeFile(deps, scope, {
    name: upload.name,
    bytes,
    kind: 'part',
    field: 'offset',
    reserved: true,
  });
  const now = deps.clock.now();
  const appended = await deps.db.tenant(scope, async (tx) => {
    const found = await appendPart(tx, workplaceId, uploadId, {
      fileId: stored.file_id,
      offset,
      bytes: bytes.length,
      now,
    });
    if (!found) await discardFiles(tx, workplaceId, [stored.file_id], now);
    return found;
  });
  if (!appended) throw elsewhere(await readUpload(deps, scope, uploadId));
  return appended;
}

/** Writes the parts of an upload into one file, in their order. */
async function assemble(deps: Deps, { upload_id: id, bytes, part_ids: parts }: UploadRow): Promise<string> {
  const folder = folderOf(deps.config.dataDir);
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${id}-${newId()}`);
  for (const partId of parts) {
    const location = await deps.db.global((tx) => findLocation(tx, partId));
    const part = location && (await getBlobStore(deps).get(location.blob_key));
    if (!part) throw notFound('UPLOAD_NOT_FOUND');
    await appendFile(path, part);
  }
  const { size } = await stat(path);
  if (size !== bytes) throw new Error(`parts of an upload have ${size} bytes, expected ${bytes}`);
  return path;
}

const isFull = ({ code }: AppError): boolean => code === 'FILE_SPACE_FULL' || code === 'GALLERY_FULL';

/**
 * Passes a complete upload to `use` as a file on this machine. Its parts are deleted when `use` returns or refuses the file; after
 * any other error or a crash, the upload can be finished again. Throws UPLOAD_INCOMPLETE, UPLOAD_BUSY.
 */
export async function finishUpload<T>(
  deps: Deps,
  scope: WorkplaceScope,
  uploadId: string,
  use: (path: string, upload: UploadRow) => Promise<T>,
): Promise<T> {
  const { workplaceId } = scope;
  const found = await readUpload(deps, scope, uploadId);
  if (found.received < found.bytes) throw refuse('upload_id', 'UPLOAD_INCOMPLETE');
  const now = deps.clock.now();
  const claimed = await deps.db.tenant(scope, (tx) =>
    claimUpload(tx, workplaceId, uploadId, { now, until: after(now, CLAIM_MS) }),
  );
  if (!claimed) throw refuse('upload_id', 'UPLOAD_BUSY');
  const forget = () =>
    deps.db.tenant(scope, async (tx) => {
      await deleteUpload(tx, workplaceId, uploadId);
      await discardFiles(tx, workplaceId, claimed.part_ids, deps.clock.now());
    });
  let path: string | undefined;
  try {
    path = await assemble(deps, claimed);
    const result = await use(path, claimed);
    await forget();
    return result;
  } catch (error) {
    // With room made in between, the same upload can be finished; a refused file can't.
    if (error instanceof AppError && !isFull(error)) await forget();
    else await deps.db.tenant(scope, (tx) => releaseUpload(tx, workplaceId, uploadId));
    throw error;
  } finally {
    if (path) await rm(path, { force: true });
  }
}

/** Deletes assembled files that a crash left behind on this machine. */
export async function cleanUpAssembled(deps: Pick<Deps, 'config' | 'clock'>): Promise<void> {
  const folder = folderOf(deps.config.dataDir);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const left = await stat(path).catch(() => undefined);
    if (left && left.mtimeMs < deps.clock.millis() - HOUR_MS) await rm(path, { force: true });
  }
}
