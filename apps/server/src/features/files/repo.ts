import type { FileKind } from '@quayside/contracts';
import { type Executor, sql, type WorkplaceScope } from '../../db/index.ts';

export interface FileRow {
  file_id: string;
  hash: string;
  kind: FileKind;
  bytes: number;
  name: string;
  order_id: string | null;
  created_at: string;
}

const COLUMNS = sql`file_id, hash, kind, bytes, name, order_id, created_at`;

/** Uploads to one workspace check the quota one after the other. */
export const lockUploads = (tx: Executor, workplaceId: string): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`stored_file ${workplaceId}`}, 0))`);

/** Bytes that a workspace stores, equal ones once and its exported history not at all, and those that uploads in parts have still to send. */
export const usedBytes = async (ex: Executor, workplaceId: string, now: string): Promise<number> =>
  (
    await ex.first<{ bytes: number }>(sql`select ((select coalesce(sum(bytes), 0)
        from (select hash, max(bytes) as bytes from stored_file
          where workplace_id = ${workplaceId} and kind <> 'history' group by hash) as f)
      + (select coalesce(sum(bytes - received), 0) from file_upload
        where workplace_id = ${workplaceId} and expires_at > ${now}))::bigint as bytes`)
  )?.bytes ?? 0;

/** Key of equal bytes in the workspace, locked so that they are not deleted meanwhile. */
export const lockEqualBlob = async (tx: Executor, workplaceId: string, hash: string): Promise<string | undefined> => {
  const same = await tx.rows<{ id: string }>(
    sql`select file_id as id from stored_file where workplace_id = ${workplaceId} and hash = ${hash}`,
  );
  const found = await tx.first<{ blob_key: string }>(sql`select blob_key from file_directory
    where file_id = any(${same.map((one) => one.id)}::uuid[]) and not deleting limit 1 for update`);
  return found?.blob_key;
};

export async function insertFile(
  tx: Executor,
  { accountId, workplaceId }: WorkplaceScope,
  file: Pick<FileRow, 'file_id' | 'hash' | 'kind' | 'bytes' | 'name'> & { blobKey: string; deleteAfter: string },
): Promise<void> {
  await tx.run(sql`insert into stored_file (workplace_id, file_id, hash, kind, bytes, name)
    values (${workplaceId}, ${file.file_id}, ${file.hash}, ${file.kind}, ${file.bytes}, ${file.name})`);
  await tx.run(sql`insert into file_directory (file_id, workplace_id, account_id, blob_key, delete_after)
    values (${file.file_id}, ${workplaceId}, ${accountId}, ${file.blobKey}, ${file.deleteAfter})`);
}

export const findFiles = (ex: Executor, workplaceId: string, ids: readonly string[]): Promise<FileRow[]> =>
  ex.rows(sql`select ${COLUMNS} from stored_file where workplace_id = ${workplaceId} and file_id = any(${ids}::uuid[])
    order by created_at, file_id`);

/** Assigns unused files to an order. Returns how many. */
export const assignFiles = (
  tx: Executor,
  workplaceId: string,
  order: { order_id: string; store_id: string },
  ids: readonly string[],
): Promise<number> =>
  tx.run(sql`update stored_file set order_id = ${order.order_id}, store_id = ${order.store_id}
    where workplace_id = ${workplaceId} and file_id = any(${ids}::uuid[]) and order_id is null`);

/** Keeps files that are still there. Returns how many. */
export const keepFiles = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`update file_directory set delete_after = null
    where workplace_id = ${workplaceId} and file_id = any(${ids}::uuid[]) and not deleting`);

/** Keeps a file and gives it an address that needs no signature. */
export const publishFile = (tx: Executor, workplaceId: string, fileId: string, publicKey: string): Promise<number> =>
  tx.run(sql`update file_directory set delete_after = null, public_key = ${publicKey}
    where workplace_id = ${workplaceId} and file_id = ${fileId} and not deleting`);

export const findPublicLocation = (tx: Executor, publicKey: string): Promise<FileLocation | undefined> =>
  tx.first(sql`select file_id, workplace_id, account_id, blob_key from file_directory
    where public_key = ${publicKey} and delete_after is null and not deleting`);

/** Keeps a file until a time, whatever uses it. */
export const keepFileUntil = (tx: Executor, workplaceId: string, fileId: string, until: string): Promise<number> =>
  tx.run(sql`update file_directory set delete_after = ${until}::timestamptz
    where workplace_id = ${workplaceId} and file_id = ${fileId} and not deleting`);

export const discardFiles = (tx: Executor, workplaceId: string, ids: readonly string[], now: string): Promise<number> =>
  tx.run(sql`update file_directory set delete_after = ${now}
    where workplace_id = ${workplaceId} and file_id = any(${ids}::uuid[])`);

export const deleteRows = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from stored_file where workplace_id = ${workplaceId} and file_id = any(${ids}::uuid[])`);

export interface FileLocation {
  file_id: string;
  workplace_id: string;
  account_id: string;
  blob_key: string;
}

export const findLocation = (tx: Executor, fileId: string): Promise<FileLocation | undefined> =>
  tx.first(sql`select file_id, workplace_id, account_id, blob_key from file_directory
    where file_id = ${fileId} and not deleting`);

/** Marks files whose time has passed; nothing can use their bytes from then on. Includes those a crash left behind. */
export const markUnused = (
  tx: Executor,
  now: string,
  most: number,
): Promise<(FileLocation & { public_key: string | null })[]> =>
  tx.rows(sql`update file_directory set deleting = true where file_id in (select file_id from file_directory
      where delete_after <= ${now} order by delete_after limit ${most} for update skip locked)
    returning file_id, workplace_id, account_id, blob_key, public_key`);

/** Which keys no other file uses. */
export const unusedKeys = async (tx: Executor, keys: readonly string[]): Promise<string[]> => {
  const used = await tx.rows<{ key: string }>(sql`select distinct blob_key as key from file_directory
    where blob_key = any(${keys}::text[]) and not deleting`);
  const names = new Set(used.map((one) => one.key));
  return [...new Set(keys)].filter((key) => !names.has(key));
};

export const forgetFiles = (tx: Executor, ids: readonly string[]): Promise<number> =>
  tx.run(sql`delete from file_directory where file_id = any(${ids}::uuid[]) and deleting`);

/** Redirects links to the files of some orders that moved into a workspace. */
export const moveFiles = (tx: Executor, workplaceId: string, orderIds: readonly string[]): Promise<number> =>
  tx.run(sql`update file_directory set workplace_id = ${workplaceId} where file_id in
    (select file_id from stored_file where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]))`);

/** The workspace has another owner. */
export const changeFilesOwner = (tx: Executor, workplaceId: string, accountId: string): Promise<number> =>
  tx.run(sql`update file_directory set account_id = ${accountId} where workplace_id = ${workplaceId}`);

/** Deletes the files of some orders; the next run of the clean-up deletes their bytes. Returns how many. */
export async function eraseFiles(
  tx: Executor,
  workplaceId: string,
  orderIds: readonly string[],
  now: string,
): Promise<number> {
  const files = await tx.rows<{ id: string }>(sql`delete from stored_file
    where workplace_id = ${workplaceId} and order_id = any(${orderIds}::uuid[]) returning file_id as id`);
  return discardFiles(
    tx,
    workplaceId,
    files.map((one) => one.id),
    now,
  );
}
