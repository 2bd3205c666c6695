import type { HistoryFile, HistoryKind } from '@quayside/contracts';
import { decodeCursor, encodeCursor } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findFiles, toFileView } from '../../files/index.ts';
import { listExports } from '../repo.ts';

/** A page of the files of a workspace, newest first, with links to download them. */
export async function listFiles(
  deps: Deps,
  scope: WorkplaceScope,
  { kinds, cursor, size }: { kinds: readonly HistoryKind[]; cursor: string | undefined; size: number },
): Promise<{ items: HistoryFile[]; next_cursor?: string }> {
  const { workplaceId } = scope;
  const { page, hasMore, files } = await deps.db.read(scope, async (ex) => {
    const rows = await listExports(ex, workplaceId, kinds, decodeCursor(cursor)?.id, size + 1);
    const page = rows.slice(0, size);
    const found = await findFiles(
      ex,
      workplaceId,
      page.map((row) => row.file_id),
    );
    return { page, hasMore: rows.length > size, files: new Map(found.map((file) => [file.file_id, file])) };
  });
  const now = deps.clock.now();
  const items = page.flatMap(({ export_id: id, file_id: fileId, ...row }) => {
    const file = files.get(fileId);
    return file ? [{ id, ...row, file: toFileView(deps.vault, file, now) }] : [];
  });
  const last = page.at(-1);
  return {
    items,
    ...(hasMore && last ? { next_cursor: encodeCursor({ at: last.exported_at, id: last.export_id }) } : {}),
  };
}
