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

test('a list of database hosts is rewritten to the form that every library parses', () => {
  const hosts = (url: string) => {
    const { pathname, searchParams } = new URL(read({ DATABASE_URL: url }).databaseUrl ?? '');
    return { pathname, ...Object.fromEntries(searchParams) };
  };
  const two = { pathname: '/quayside', host: 'db1.example.com,db2.example.com', port: '5432,5433' };
  expect(
    hosts('postgres://owner:p%40ss%2C@db1.example.com,db2.example.com:5433/quayside?target_session_attrs=read-write'),
  ).toEqual({ ...two, user: 'owner', password: 'p@ss,', target_session_attrs: 'read-write' });
  expect(hosts('postgres:///quayside?host=db1.example.com,db2.example.com&port=5432,5433')).toEqual(two);
  expect(hosts('postgres://[::1]:5432,[::2]/quayside')).toEqual({ ...two, host: '::1,::2', port: '5432,5432' });

  for (const url of ['postgres://db1:5432,db2:x/quayside', 'postgres://db1,/quayside'])
    expect(() => read({ DATABASE_URL: url }), url).toThrow('write its hosts as host:port, separated by commas');
  expect(() => read({ DATABASE_URL: 'postgres://db1,db2/quayside?target_session_attrs=any' })).toThrow(
    'target_session_attrs must be read-write or primary',
  );
  const comma = 'postgres://owner:a,b@db.example.com/quayside';
  expect(read({ DATABASE_URL: comma }).databaseUrl).toBe(comma);
  expect(() => read({ DATABASE_URL: 'mysql://db.example.com/quayside' })).toThrow('DATABASE_URL is not valid');
});
