import { newId } from '@quayside/kernel';
import { afterAll, expect, it } from 'vitest';
import { withClient } from '../../db/index.ts';
import { startTestApp } from '../../testing/app/test-app.ts';
import { securityHistory } from '../accounts/index.ts';
import { auditHistory } from '../audit/index.ts';
import { exportAccountHistory } from './actions/export-account.ts';
import { exportWorkspace } from './actions/export-workspace.ts';
import { readHistoryFile } from './rules/history-file.ts';

const app = await startTestApp({ env: { QUAYSIDE_KEEP_TASKS_MONTHS: '0' } });
const { deps } = app.running;
afterAll(() => app.stop());

it('the owner lists the files with the limits, and downloads them by their links; others get neither', async () => {
  const [ada, bob] = [await app.signUp(), await app.signUp()];
  await withClient(app.db.superuserUrl, 'test', async (admin) => {
    await admin.query(
      `insert into audit_entry (workplace_id, at, actor_kind, actor_id, actor_name, action, entity, entity_id, change)
        select $1, '2020-02-01'::timestamptz + n * interval '20 days', 'member', 'ada', 'Ada', 'POST /x', 'product', 'p' || n, 'changed'
        from generate_series(1, 4) n`,
      [ada.workplaceId],
    );
    await admin.query(
      `insert into account_event (account_id, event_id, at, kind) values ($1, gen_random_uuid(), '2020-02-01', 'signed_in')`,
      [ada.accountId],
    );
  });
  await exportWorkspace(deps, { accountId: ada.accountId, workplaceId: ada.workplaceId }, [auditHistory]);
  await exportAccountHistory(deps, ada.accountId, [securityHistory]);

  const first = (await ada.call('GET /history/files', { query: { page_size: 2 } })).data;
  expect(first.keep).toEqual({ audit: 24, orders: 24, tasks: 0, updates: 12 });
  const second = (await ada.call('GET /history/files', { query: { page_size: 2, cursor: first.next_cursor } })).data;
  const items = [...first.items, ...second.items];
  expect(items.map((item) => [item.kind, item.month, item.entries])).toEqual([
    ['audit', '2020-04-01', 2],
    ['audit', '2020-03-01', 1],
    ['audit', '2020-02-01', 1],
  ]);
  expect(second.next_cursor).toBeUndefined();
  const answer = await fetch(`${app.url}${items[0]?.file.url}`);
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="audit-2020-04.csv.gz"');
  expect(answer.headers.get('content-type')).toBe('application/gzip');
  expect(readHistoryFile(new Uint8Array(await answer.arrayBuffer())).split('\r\n')).toHaveLength(4);
  expect((await bob.call('GET /history/files')).data.items).toEqual([]);

  const own = (await ada.call('GET /auth/account/history')).data;
  expect(own).toMatchObject({
    items: [{ kind: 'security', month: '2020-02-01', entries: 1 }],
    keep: { security: 24, usage: 24 },
  });
  const params = { history_id: own.items[0]?.id ?? newId() };
  const file = (await ada.call('GET /auth/account/history/{history_id}', { params })).data;
  expect(file).toMatchObject({
    file_name: 'quayside-security-2020-02.csv',
    csv: expect.stringMatching(/^event_id,at,kind,subject,ip,user_agent\r\n.*,2020-02-01T00:00:00.000Z,signed_in,/),
  });
  expect(await bob.call('GET /auth/account/history/{history_id}', { params })).toMatchObject({
    http: 404,
    code: 'HISTORY_FILE_NOT_FOUND',
  });
});
