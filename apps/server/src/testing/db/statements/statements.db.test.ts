import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../../../db/index.ts';
import { currentTemplate } from '../create-test-database.ts';
import { startTestServer, type TestServer } from '../index.ts';
import { compareStatements } from './prepare.ts';
import { readStatements, recordStatements, saveStatements } from './record.ts';

describe('statements prepared on an older server', () => {
  let older: TestServer;
  let newer: TestServer;
  beforeAll(async () => {
    older = await startTestServer(15);
    newer = await startTestServer(18);
  });
  afterAll(() => Promise.all([older?.stop(), newer?.stop()]));

  const compare = (...texts: string[]) => compareStatements(texts, { older: older.url, newer: newer.url });

  it.each([
    ['a function', 'select uuidv7()'],
    ['a clause', 'update pg_class set relname = $1 returning old.relname'],
    ['a clause on a table that neither has', 'update none set name = $1 returning with (old as o) name'],
    ['a command', 'create table t (a int, constraint c check (a > 0) not enforced)'],
    ['one command of several', "begin; select json_table('[]', '$' columns (a int path '$')); commit"],
  ])('that does not know %s is refused', async (_what, text) => {
    const { refused } = await compare('select 1', text);
    expect(refused.map((one) => one.text)).toEqual([text]);
  });

  it('that both know is prepared, and none is executed', async () => {
    const texts = ['create table made (a int)', 'select relname from pg_class where oid = $1', 'listen news'];
    expect(await compare(...texts)).toEqual({ prepared: 3, grammarOnly: 0, onNeither: [], refused: [] });
    expect(await compare('select * from made', 'begin; commit')).toEqual({
      prepared: 0,
      grammarOnly: 1,
      onNeither: ['select * from made'],
      refused: [],
    });
  });
});

it('statements are recorded once they succeed, one for all that differ in numbers and ids', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-statements-'));
  const { recorded, stop } = recordStatements();
  await withClient(currentTemplate().adminUrl, 'quayside test', async (client) => {
    await client.query('select $1::int + 1 "number"', [1]);
    await client.query("select '01a20371-68a4-74d5-bb91-3da871d4ece0'::uuid");
    await client.query("select '01a20371-68a4-74d5-bb91-3da871d4ece1'::uuid");
    await expect(client.query('select nothing')).rejects.toThrow();
  });
  stop();
  saveStatements(folder, recorded);
  const texts = readStatements(folder).filter((text) => text.startsWith('select'));
  rmSync(folder, { recursive: true });
  expect(texts).toEqual(['select $1::int + 1 "number"', "select '01a20371-68a4-74d5-bb91-3da871d4ece0'::uuid"]);
});
