import type { AccountHistoryKind, HistoryKind } from '@quayside/contracts';
import { type Executor, empty, sql } from '../../db/index.ts';

export interface NewExport<Kind extends string> {
  export_id: string;
  kind: Kind;
  month: string;
  entries: number;
  ids_hash: string;
  exported_at: string;
}

/** An export of a workspace, whose file is in the file store. */
export type NewFile = NewExport<HistoryKind> & { file_id: string };

export interface ExportRow {
  export_id: string;
  kind: HistoryKind;
  month: string;
  entries: number;
  file_id: string;
  exported_at: string;
}

export const insertExport = (tx: Executor, workplaceId: string, row: NewFile): Promise<number> =>
  tx.run(sql`insert into history_export (workplace_id, export_id, kind, month, entries, file_id, ids_hash, exported_at)
    values (${workplaceId}, ${row.export_id}, ${row.kind}, ${row.month}, ${row.entries}, ${row.file_id}, ${row.ids_hash}, ${row.exported_at})`);

/** Files of a workspace, newest first. */
export const listExports = (
  ex: Executor,
  workplaceId: string,
  kinds: readonly HistoryKind[],
  after: string | undefined,
  most: number,
): Promise<ExportRow[]> =>
  ex.rows(sql`select export_id, kind, month, entries, file_id, exported_at from history_export
    where workplace_id = ${workplaceId} and kind = any(${[...kinds]}::text[])
      ${after ? sql`and export_id < ${after}::uuid` : empty}
    order by export_id desc limit ${most}`);

/** Up to where a workspace was exported, by kind. */
export async function readProgress(ex: Executor, workplaceId: string): Promise<Map<string, string>> {
  const rows = await ex.rows<{ kind: string; done_before: string }>(
    sql`select kind, done_before from history_export_progress where workplace_id = ${workplaceId}`,
  );
  return new Map(rows.map((row) => [row.kind, row.done_before]));
}

export const saveProgress = (tx: Executor, workplaceId: string, kind: string, before: string): Promise<number> =>
  tx.run(sql`insert into history_export_progress (workplace_id, kind, done_before) values (${workplaceId}, ${kind}, ${before})
    on conflict (workplace_id, kind) do update set done_before = excluded.done_before`);

export const insertAccountExport = (
  tx: Executor,
  accountId: string,
  row: NewExport<AccountHistoryKind> & { content: Buffer },
): Promise<number> =>
  tx.run(sql`insert into account_history (account_id, export_id, kind, month, entries, content, ids_hash, exported_at)
    values (${accountId}, ${row.export_id}, ${row.kind}, ${row.month}, ${row.entries}, ${row.content}, ${row.ids_hash}, ${row.exported_at})`);

export const listAccountExports = (ex: Executor, accountId: string) =>
  ex.rows<{
    export_id: string;
    kind: AccountHistoryKind;
    month: string;
    entries: number;
    bytes: number;
    exported_at: string;
  }>(sql`select export_id, kind, month, entries, length(content) as bytes, exported_at from account_history
    where account_id = ${accountId} order by export_id desc limit 500`);

export const findAccountExport = (ex: Executor, accountId: string, exportId: string) =>
  ex.first<{ kind: AccountHistoryKind; month: string; content: Buffer }>(sql`select kind, month, content
    from account_history where account_id = ${accountId} and export_id = ${exportId}`);
