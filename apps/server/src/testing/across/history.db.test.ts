import { firstIdAt, newId } from '@quayside/kernel';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { raw, sql, type WorkplaceScope, withClient } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { securityHistory } from '../../features/accounts/index.ts';
import { auditHistory } from '../../features/audit/index.ts';
import { cleanUp } from '../../features/files/actions/clean-up.ts';
import { readFile } from '../../features/files/index.ts';
import { exportAccountHistory } from '../../features/history/actions/export-account.ts';
import { exportBatch, exportWorkspace } from '../../features/history/actions/export-workspace.ts';
import type { HistoryBatch, WorkspaceHistory } from '../../features/history/kept.ts';
import { findAccountExport, listAccountExports, listExports } from '../../features/history/repo.ts';
import { readHistoryFile } from '../../features/history/rules/history-file.ts';
import { usageHistory } from '../../features/plans/index.ts';
import { taskHistory } from '../../features/processes/index.ts';
import { testDatabase, withoutTriggers } from '../db/index.ts';
import { fakeWorld } from '../fakes/fake-deps.ts';

const db = await testDatabase();
const { person, deps } = await fakeWorld(db);

/** Writes log entries of an old month, one an hour. */
async function addEntries(scope: WorkplaceScope, month: string, count: number, entity = 'product'): Promise<void> {
  await withClient(db.superuserUrl, 'test', (admin) =>
    admin.query(
      `insert into audit_entry (workplace_id, entry_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change, after)
        select $1, gen_random_uuid(), $2::timestamptz + n * interval '1 hour', 'member', 'ada', 'Ada', 'POST /x', $4, 'p' || n, 'changed',
          jsonb_build_object('title', 'Mug ' || n, 'note', 'Leave it with Sam')
        from generate_series(1, $3) n`,
      [scope.workplaceId, `${month}-01T00:00:00Z`, count, entity],
    ),
  );
}
const idsLeft = async (scope: WorkplaceScope): Promise<string[]> =>
  (
    await db.read(scope, (ex) =>
      ex.rows<{ id: string }>(sql`select entry_id as id from audit_entry where workplace_id = ${scope.workplaceId}`),
    )
  ).map((row) => row.id);

/** The rows of every file of a workspace, by month. */
async function filesOf(scope: WorkplaceScope): Promise<Map<string, string[][]>> {
  const rows = await db.read(scope, (ex) =>
    listExports(ex, scope.workplaceId, ['audit', 'orders', 'tasks'], undefined, 100),
  );
  const months = new Map<string, string[][]>();
  for (const row of rows) {
    const file = await readFile(deps, row.file_id);
    const lines = readHistoryFile(file?.bytes ?? Buffer.alloc(0))
      .trim()
      .split('\r\n')
      .slice(1);
    expect(lines).toHaveLength(row.entries);
    const key = `${row.kind} ${row.month}`;
    months.set(key, [...(months.get(key) ?? []), ...lines.map((line) => line.split(','))]);
  }
  return months;
}
const exportAudit = (scope: WorkplaceScope, own: Deps = deps) => exportWorkspace(own, scope, [auditHistory]);

it('whole old months of the activity log go to files and leave the database, newer ones stay', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 30);
  await addEntries(scope, '2020-03', 20);
  await addEntries(scope, new Date().toISOString().slice(0, 7), 5);
  const before = await idsLeft(scope);
  expect(await exportAudit(scope)).toBe(50);
  const left = await idsLeft(scope);
  expect(left).toHaveLength(before.length - 50);
  const files = await filesOf(scope);
  expect([...files].map(([key, lines]) => [key, lines.length])).toEqual(
    expect.arrayContaining([
      ['audit 2020-02-01', 30],
      ['audit 2020-03-01', 20],
    ]),
  );
  const written = [...files.values()].flat().map(([id]) => id);
  expect([...written, ...left].sort()).toEqual(before.sort());
  expect(await exportAudit(scope)).toBe(0);
});

it('shoppers’ data is not written to files', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 2, 'order');
  await exportAudit(scope);
  const text = JSON.stringify([...(await filesOf(scope)).values()]);
  expect(text).toContain('[erased]');
  expect(text).not.toContain('Sam');
});

it('two workers export each row once', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 200);
  await Promise.all([exportAudit(scope), exportAudit(scope), exportAudit(scope)]);
  const [lines] = [...(await filesOf(scope)).values()];
  expect(new Set(lines?.map(([id]) => id)).size).toBe(200);
  expect(lines).toHaveLength(200);
});

it('a worker that dies after writing the file loses nothing and leaves no file', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 10);
  const before = await idsLeft(scope);
  const dies: WorkspaceHistory = {
    ...auditHistory,
    async remove(...args) {
      await auditHistory.remove(...args);
      throw new Error('killed');
    },
  };
  await expect(exportWorkspace(deps, scope, [dies])).rejects.toThrow('killed');
  expect((await idsLeft(scope)).sort()).toEqual(before.sort());
  const stored = () =>
    db.read(scope, (ex) =>
      ex.rows(sql`select file_id from stored_file where workplace_id = ${scope.workplaceId} and kind = 'history'`),
    );
  expect(await stored()).toHaveLength(1);
  await exportAudit(scope);
  const tomorrow = new Date(Date.now() + 25 * 3_600_000).toISOString();
  await cleanUp({ ...deps, clock: { ...deps.clock, now: () => tomorrow } });
  expect(await stored()).toHaveLength(1);
  expect([...(await filesOf(scope)).values()].flat()).toHaveLength(10);
});

it('a row that changes between the file and the deletion is not deleted', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 3);
  const batch = (await db.read(scope, (ex) =>
    auditHistory.read(ex, scope.workplaceId, '2021-01-01T00:00:00Z', undefined),
  )) as HistoryBatch;
  await withClient(db.superuserUrl, 'test', (admin) =>
    withoutTriggers(admin, () =>
      admin.query(`update audit_entry set after = '{"title": "Other"}' where workplace_id = $1 and entity_id = 'p2'`, [
        scope.workplaceId,
      ]),
    ),
  );
  expect(await exportBatch(deps, scope, auditHistory, batch)).toBe(false);
  expect(await filesOf(scope)).toEqual(new Map());
  expect(await exportAudit(scope)).toBe(3);
  expect(JSON.stringify([...(await filesOf(scope)).values()])).toContain('Other');
});

it('nothing else deletes entries of the activity log', async () => {
  const [scope, other] = [await person(), await person()];
  await addEntries(scope, '2020-02', 3);
  await addEntries(scope, '2020-04', 1);
  const ids = await idsLeft(scope);
  const attempt = (text: string, values: unknown[], as = scope) => db.tenant(as, (tx) => tx.raw(text, values));
  const call = 'select * from delete_exported_audit($1, $2, $3::uuid[])';
  const exporting = (month: string, of: readonly string[], as = scope) =>
    attempt(
      'select * from export_audit($1, gen_random_uuid(), $2, gen_random_uuid(), $3::uuid[], now())',
      [scope.workplaceId, month, of],
      as,
    );
  const denied = /permission denied|not exported|not the workplace/;
  await expect(attempt('delete from audit_entry where workplace_id = $1', [scope.workplaceId])).rejects.toThrow(denied);
  await expect(attempt('truncate audit_entry', [])).rejects.toThrow(denied);
  await expect(attempt(call, [scope.workplaceId, newId(), ids])).rejects.toThrow(denied);
  await expect(attempt(call, [scope.workplaceId, newId(), ids], other)).rejects.toThrow(denied);
  // Of a recorded export, only its own rows; of another month or younger than four weeks, none.
  const record = (month: string, of: readonly string[]) =>
    db.tenant(scope, async (tx) => {
      const exportId = newId();
      await tx.run(sql`insert into history_export (workplace_id, export_id, kind, month, entries, file_id, ids_hash)
        values (${scope.workplaceId}, ${exportId}, 'audit', ${month}, ${of.length}, ${newId()}, history_ids_hash(${of}::uuid[]))`);
      return exportId;
    });
  const three = await record('2020-02-01', ids.slice(0, 3));
  await expect(attempt(call, [scope.workplaceId, three, ids])).rejects.toThrow(denied);
  const wrongMonth = await record('2020-03-01', ids);
  expect((await attempt(call, [scope.workplaceId, wrongMonth, ids])).rows).toEqual([]);
  await expect(exporting('2020-02-01', ids, other)).rejects.toThrow(denied);
  expect((await exporting('2020-03-01', ids)).rows).toEqual([]);
  const [young, now] = [newId(), new Date().toISOString()];
  await db.tenant(scope, (tx) =>
    tx.run(sql`insert into audit_entry (workplace_id, entry_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change)
      values (${scope.workplaceId}, ${young}, ${now}, 'member', 'ada', 'Ada', 'POST /x', 'product', 'p', 'changed')`),
  );
  expect((await exporting(`${now.slice(0, 7)}-01`, [young])).rows).toEqual([]);
  expect(await idsLeft(scope)).toHaveLength(5);
  expect((await exporting('2020-02-01', ids)).rows).toHaveLength(3);
});

// On Citus, what one role changed in a transaction is out of reach of another in it, which the function's owner is.
it('an export changes the rows of the workspace by one function alone', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 3);
  const sent: string[] = [];
  const real = pg.Client.prototype.query;
  const query = vi.spyOn(pg.Client.prototype, 'query');
  query.mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first] = args;
    sent.push(typeof first === 'string' ? first : ((first as { text?: string })?.text ?? ''));
    return (real as (...all: unknown[]) => unknown).apply(this, args) as never;
  });
  try {
    expect(await exportAudit(scope)).toBe(3);
  } finally {
    query.mockRestore();
  }
  const at = sent.findIndex((text) => text.includes('export_audit('));
  const began = sent.findLastIndex((text, index) => index < at && text.startsWith('begin'));
  const ended = sent.findIndex((text, index) => index > at && text.startsWith('commit'));
  const written = sent
    .slice(began, ended)
    .flatMap((text) => [...text.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)].map(([, table]) => table));
  expect(at).toBeGreaterThan(began);
  // On Citus, the commit's marker (db/citus/two-phase.ts) comes last.
  expect(written.filter((table) => table !== 'two_phase')).toEqual(['file_directory']);
});

it('finished tasks go, running ones stay', async () => {
  const scope = await person();
  const at = Date.parse('2020-05-10T10:00:00Z');
  const add = (n: number, status: string) =>
    db.tenant(scope, (tx) =>
      tx.run(sql`insert into process (workplace_id, process_id, kind, subject_id, title, status, started_at)
        values (${scope.workplaceId}, ${firstIdAt(at + n)}, 'import', 's', 'A mug', ${status}, ${new Date(at + n).toISOString()})`),
    );
  await add(1, 'success');
  await add(2, 'error');
  await add(3, 'processing');
  expect(await exportWorkspace(deps, scope, [taskHistory])).toBe(2);
  const left = await db.read(scope, (ex) =>
    ex.rows(sql`select status from process where workplace_id = ${scope.workplaceId}`),
  );
  expect(left).toEqual([{ status: 'processing' }]);
  expect([...(await filesOf(scope)).keys()]).toEqual(['tasks 2020-05-01']);
});

it('0 months keep everything', async () => {
  const scope = await person();
  await addEntries(scope, '2020-02', 3);
  const { config } = deps;
  expect(
    await exportAudit(scope, { ...deps, config: { ...config, keepMonths: { ...config.keepMonths, audit: 0 } } }),
  ).toBe(0);
  expect(await idsLeft(scope)).toHaveLength(3);
});

it('security activity and plan usage of an account go to files of the account, once', async () => {
  const { accountId } = await person();
  const usedAt = Date.parse('2020-05-10T10:00:00Z');
  await withClient(db.superuserUrl, 'test', (admin) =>
    admin.query(
      `insert into account_event (account_id, event_id, at, kind) select $1, gen_random_uuid(), '2020-05-02'::timestamptz, 'signed_in'
        from generate_series(1, 5)`,
      [accountId],
    ),
  );
  await db.tenant({ accountId }, async (tx) => {
    for (let n = 0; n < 3; n += 1)
      await tx.run(sql`insert into usage_record (account_id, usage_id, feature, amount, used_by)
        values (${accountId}, ${firstIdAt(usedAt + n)}, 'ai', 1, ${accountId})`);
  });
  const run = () => exportAccountHistory(deps, accountId, [securityHistory, usageHistory]);
  const counts = await Promise.all([run(), run()]);
  expect(counts[0] + counts[1]).toBe(8);
  const read = async (table: string) =>
    (await db.tenant({ accountId }, (tx) => tx.rows(sql`select 1 from ${raw(table)} where account_id = ${accountId}`)))
      .length;
  expect([await read('usage_record'), await read('account_history')]).toEqual([0, 2]);
  const files = await db.read({ accountId }, (ex) => listAccountExports(ex, accountId));
  expect(files.map(({ kind, month, entries }) => [kind, month, entries]).sort()).toEqual([
    ['security', '2020-05-01', 5],
    ['usage', '2020-05-01', 3],
  ]);
  const [file] = files;
  const found = await db.read({ accountId }, (ex) => findAccountExport(ex, accountId, file?.export_id ?? ''));
  expect(readHistoryFile(found?.content ?? Buffer.alloc(0)).split('\r\n')).toHaveLength((file?.entries ?? 0) + 2);
  await expect(
    db.tenant({ accountId }, (tx) => tx.run(sql`delete from account_event where account_id = ${accountId}`)),
  ).rejects.toThrow('permission denied');
});
