import { type Executor, sql } from '../../db/index.ts';

/** A row of file_upload. */
export interface UploadRow {
  upload_id: string;
  name: string;
  bytes: number;
  received: number;
  part_ids: string[];
  expires_at: string;
}

const COLUMNS = sql`upload_id, name, bytes, received, part_ids, expires_at`;

export const insertUpload = (
  tx: Executor,
  workplaceId: string,
  upload: Pick<UploadRow, 'upload_id' | 'name' | 'bytes' | 'expires_at'>,
): Promise<number> =>
  tx.run(sql`insert into file_upload (workplace_id, upload_id, name, bytes, expires_at)
    values (${workplaceId}, ${upload.upload_id}, ${upload.name}, ${upload.bytes}, ${upload.expires_at})`);

export const findUpload = (
  ex: Executor,
  workplaceId: string,
  uploadId: string,
  now: string,
): Promise<UploadRow | undefined> =>
  ex.first(sql`select ${COLUMNS} from file_upload
    where workplace_id = ${workplaceId} and upload_id = ${uploadId} and expires_at > ${now}`);

/** Appends a part at `offset`. undefined: the upload is elsewhere by now, or gone. */
export const appendPart = (
  tx: Executor,
  workplaceId: string,
  uploadId: string,
  part: { fileId: string; offset: number; bytes: number; now: string },
): Promise<UploadRow | undefined> =>
  tx.first(sql`update file_upload set received = received + ${part.bytes}, part_ids = part_ids || ${part.fileId}::uuid
    where workplace_id = ${workplaceId} and upload_id = ${uploadId} and received = ${part.offset}
      and received + ${part.bytes} <= bytes and expires_at > ${part.now} returning ${COLUMNS}`);

/** Claims a complete upload. undefined: another process works on it. */
export const claimUpload = (
  tx: Executor,
  workplaceId: string,
  uploadId: string,
  { now, until }: { now: string; until: string },
): Promise<UploadRow | undefined> =>
  tx.first(sql`update file_upload set claimed_until = ${until}
    where workplace_id = ${workplaceId} and upload_id = ${uploadId} and received = bytes
      and (claimed_until is null or claimed_until <= ${now}) returning ${COLUMNS}`);

export const releaseUpload = (tx: Executor, workplaceId: string, uploadId: string): Promise<number> =>
  tx.run(
    sql`update file_upload set claimed_until = null where workplace_id = ${workplaceId} and upload_id = ${uploadId}`,
  );

export const deleteUpload = (tx: Executor, workplaceId: string, uploadId: string): Promise<number> =>
  tx.run(sql`delete from file_upload where workplace_id = ${workplaceId} and upload_id = ${uploadId}`);

export const deleteExpired = (tx: Executor, workplaceId: string, now: string): Promise<number> =>
  tx.run(sql`delete from file_upload where workplace_id = ${workplaceId} and expires_at <= ${now}`);
