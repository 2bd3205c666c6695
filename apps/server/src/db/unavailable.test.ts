import { expect, it } from 'vitest';
import { normalizeHosts } from './hosts.ts';
import { createDb } from './index.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const coded = (code: string): Error => Object.assign(new Error('as the server put it'), { code });

it('knows a server that refuses connections, also one of several hosts', async () => {
  for (const hosts of ['127.0.0.1:1', '127.0.0.1:1,127.0.0.1:2']) {
    const url = normalizeHosts(`postgres://someone@${hosts}/quayside`);
    const db = createDb({ ownerUrl: url, appUrl: url });
    const error = await db.global((tx) => tx.raw('select 1')).catch((err: unknown) => err);
    await db.close();
    expect(error).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(error)).toBe(true);
  }
});

it.each(['08006', '08001', '57P01', '57P02', '57P03', 'ECONNRESET'])('knows %s', (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(true);
});

it('knows what pgbouncer says of a server that is away, but not of a wrong password', () => {
  const said = (message: string): Error => Object.assign(new Error(message), { code: '08P01' });
  expect(isDatabaseUnavailable(said('server login has been failing, try again later (server_login_retry)'))).toBe(true);
  expect(isDatabaseUnavailable(said('password authentication failed'))).toBe(false);
});

it.each(['23505', '57014', '40001', '42P01', '28P01'])('leaves %s to others', (code) => {
  expect(isDatabaseUnavailable(coded(code))).toBe(false);
});
