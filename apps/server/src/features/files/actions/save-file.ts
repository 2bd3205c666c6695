import { createHash, randomBytes } from 'node:crypto';
import type { FileKind } from '@quayside/contracts';
import { AppError, newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getBlobStore } from '../../../files/blob-store.ts';
import { getFileKind } from '../../../files/kind.ts';
import { type FileRow, findFiles, findLocation, insertFile, lockEqualBlob, lockUploads, usedBytes } from '../repo.ts';
import { toFileName } from '../rules/file-name.ts';

/** Hours after which a file that nothing uses is deleted. */
export const UNUSED_HOURS = 24;

const hoursFrom = (now: string, hours: number): string => new Date(Date.parse(now) + hours * 3_600_000).toISOString();

interface NewFile {
  name: string;
  bytes: Uint8Array;
  /** Named in the refusals. */
  field: string;
}

/** The refusal of a file beyond the workspace's quota. */
export const spaceFull = ({ config }: Pick<Deps, 'config'>, field: string): AppError =>
  new AppError('UNPROCESSABLE_ENTITY', 'FILE_SPACE_FULL', {
    fields: { [field]: ['FILE_SPACE_FULL'] },
    params: { size: Math.floor(config.fileQuota / 1024 / 1024) },
  });

/** Stores a file that nothing uses yet. Throws FILE_KIND_UNKNOWN, and FILE_SPACE_FULL beyond the workspace's quota. */
export async function saveFile(deps: Deps, scope: WorkplaceScope, file: NewFile): Promise<FileRow> {
  const kind = getFileKind(file.bytes);
  if (!kind)
    throw new AppError('UNPROCESSABLE_ENTITY', 'FILE_KIND_UNKNOWN', {
      fields: { [file.field]: ['FILE_KIND_UNKNOWN'] },
    });
  return storeFile(deps, scope, { ...file, kind });
}

/** Stores a file of a known kind. `reserved`: its bytes count toward the quota already. */
export async function storeFile(
  deps: Deps,
  scope: WorkplaceScope,
  file: NewFile & { kind: FileKind; reserved?: boolean },
): Promise<FileRow> {
  const { accountId, workplaceId } = scope;
  const { kind } = file;
  const hash = createHash('sha256').update(file.bytes).digest('hex');
  const fileId = newId();
  // Without the member's stores: the quota counts files of every store.
  const { key, row } = await deps.db.tenant({ accountId, workplaceId }, async (tx) => {
    await lockUploads(tx, workplaceId);
    const equal = await lockEqualBlob(tx, workplaceId, hash);
    const now = deps.clock.now();
    const isFree = file.reserved || equal !== undefined;
    if (!isFree && (await usedBytes(tx, workplaceId, now)) + file.bytes.length > deps.config.fileQuota)
      throw spaceFull(deps, file.field);
    const blobKey = equal ?? `${workplaceId}/${hash.slice(0, 2)}/${hash}-${randomBytes(4).toString('hex')}`;
    await insertFile(tx, scope, {
      file_id: fileId,
      hash,
      kind,
      bytes: file.bytes.length,
      name: toFileName(file.name, kind),
      blobKey,
      deleteAfter: hoursFrom(now, UNUSED_HOURS),
    });
    const [inserted] = await findFiles(tx, workplaceId, [fileId]);
    if (!inserted) throw new Error('inserted file not found');
    return { key: blobKey, row: inserted };
  });
  // Also for equal bytes: their first upload may still be running, or have failed.
  await getBlobStore(deps).put(key, file.bytes);
  return row;
}

/** The bytes of a file by its id, with its row; undefined: it is gone. Callers have checked access. */
export async function readFile(deps: Deps, fileId: string): Promise<{ row: FileRow; bytes: Buffer } | undefined> {
  const location = await deps.db.global((tx) => findLocation(tx, fileId));
  if (!location) return undefined;
  const scope = { accountId: location.account_id, workplaceId: location.workplace_id };
  const [row] = await deps.db.read(scope, (ex) => findFiles(ex, location.workplace_id, [fileId]));
  const bytes = row && (await getBlobStore(deps).get(location.blob_key));
  return row && bytes ? { row, bytes } : undefined;
}
