import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const DATABASE_URL = 'postgres://owner:secret@db.example.com/quayside';
const APP_SECRET = 'a secret that only tests have, 32+ long';
const read = (env: Record<string, string>, ...args: string[]) => readConfig(env, args, '/tmp');

test('a process of one role shares its database, so it needs the secret that they all share', () => {
  for (const role of ['web', 'worker']) {
    expect(() => read({ DATABASE_URL }, '--role', role)).toThrow('--role needs APP_SECRET');
    expect(read({ DATABASE_URL, APP_SECRET }, '--role', role).appSecret).toBe(APP_SECRET);
  }
  // A single process with both roles may keep a generated secret in its data folder.
  expect(read({ DATABASE_URL }).appSecret).toBeUndefined();
});

test('a list of database hosts is refused with what to do instead', () => {
  for (const url of [
    'postgres://owner:secret@db1.example.com,db2.example.com/quayside?target_session_attrs=read-write',
    'postgres://db1:5432,db2:5433/quayside',
    'postgres:///quayside?host=db1,db2',
  ])
    expect(() => read({ DATABASE_URL: url }), url).toThrow('use one address that always points to the primary');
  const comma = 'postgres://owner:a,b@db.example.com/quayside';
  expect(read({ DATABASE_URL: comma }).databaseUrl).toBe(comma);
  expect(() => read({ DATABASE_URL: 'mysql://db.example.com/quayside' })).toThrow('DATABASE_URL is not valid');
});
