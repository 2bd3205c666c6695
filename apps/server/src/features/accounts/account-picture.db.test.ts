import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderPicture } from '@quayside/catalogue';
import { PICTURE_FILE } from '@quayside/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { type ApiAnswer, type Client, startTestApp } from '../../testing/app/test-app.ts';

const app = await startTestApp();
const folder = mkdtempSync(join(tmpdir(), 'quayside-faces-'));
afterAll(async () => {
  await app.stop();
  rmSync(folder, { recursive: true, force: true });
});

const picture = (key: string) => renderPicture(key, { size: 320 }, folder);
let cup: Uint8Array;
let pot: Uint8Array;
let ada: Client;
beforeAll(async () => {
  cup = await picture('mug_sage_sand_hero');
  pot = await picture('teapot_navy_mist_podium');
  ada = await app.signUp('pictured@example.com');
});

async function send(who: Client, file: Uint8Array, type = 'image/webp'): Promise<ApiAnswer<{ avatar: string }>> {
  const response = await fetch(`${app.url}/api/auth/account/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${who.token}`, locale: 'en', 'content-type': type },
    body: new Uint8Array(file),
  });
  return { http: response.status, ...((await response.json()) as Omit<ApiAnswer<{ avatar: string }>, 'http'>) };
}
const avatarOf = async (who: Client) => (await who.call('GET /auth/account')).data.avatar;

it('is shown to the person and to who works with him, drawn anew, and its address holds the hash of its bytes', async () => {
  const { http, data, message } = await send(ada, cup);
  expect([http, message]).toEqual([200, 'Picture saved.']);
  expect(data.avatar).toMatch(new RegExp(`^/api/files/account-picture/${ada.accountId}/[\\w-]{43}$`));
  expect(await avatarOf(ada)).toBe(data.avatar);
  expect((await ada.call('GET /team')).data.members[0]?.avatar).toBe(data.avatar);

  const file = await fetch(app.url + data.avatar);
  expect(Object.fromEntries(file.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  expect(bytes.length).toBeLessThan(60_000);
  // The same picture is the same address; another one is another, and the one before is gone.
  expect((await send(ada, cup)).data.avatar).toBe(data.avatar);
  const other = (await send(ada, pot)).data.avatar;
  expect(other).not.toBe(data.avatar);
  expect((await fetch(app.url + data.avatar)).status).toBe(404);
  expect((await fetch(app.url + other)).status).toBe(200);
});

it('is found by nobody who was not told its address', async () => {
  const { avatar } = (await send(ada, cup)).data;
  const bob = await app.signUp();
  const hash = avatar.split('/').at(-1) ?? '';
  for (const path of [
    `${ada.accountId}/x`,
    `${bob.accountId}/${hash}`,
    `no-id/${hash}`,
    `${ada.accountId}/%00`,
    `${ada.accountId}/`,
  ])
    expect((await fetch(`${app.url}/api/files/account-picture/${path}`)).status, path).toBe(404);
  expect(JSON.stringify(await bob.call('GET /team'))).not.toContain(hash);
  // And the wall holds by itself: another account's rows are not there.
  const seen = await app.db.tenant({ accountId: bob.accountId }, (tx) => tx.rows(sql`select 1 from account_picture`));
  expect(seen).toEqual([]);
});

it('refuses in words what is no picture, too large, or no file at all, and keeps the one that was', async () => {
  const before = (await send(ada, pot)).data.avatar;
  expect(await send(ada, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')).toMatchObject({
    http: 422,
    status: 204,
    code: 'PICTURE_UNREADABLE',
    message: 'We can’t read this image. Choose a JPEG, PNG or WebP file.',
  });
  // Its name says PNG, its bytes say otherwise.
  expect(await send(ada, Buffer.from('MZ not a picture'), 'image/png')).toMatchObject({ code: 'PICTURE_UNREADABLE' });
  expect(await send(ada, Buffer.alloc(PICTURE_FILE.most + 1), 'image/png')).toMatchObject({
    http: 413,
    code: 'FILE_TOO_LARGE',
    message: 'The file is larger than 5 MB. Choose a smaller one.',
  });
  // Exactly the most is read, and is then no picture.
  expect(await send(ada, Buffer.alloc(PICTURE_FILE.most), 'image/png')).toMatchObject({ code: 'PICTURE_UNREADABLE' });
  for (const answer of [
    await send(ada, new Uint8Array(), 'image/png'),
    await send(ada, cup, 'application/octet-stream'),
    await ada.raw('PUT', '/auth/account/picture', { image: 'x' }),
  ])
    expect(answer).toMatchObject({ http: 400, status: 201, code: 'FILE_EXPECTED' });
  expect(await avatarOf(ada)).toBe(before);
});

it('takes pictures where a picture is meant, and nowhere else', async () => {
  const response = await fetch(`${app.url}/api/auth/account/profile`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'image/png' },
    body: 'not a profile',
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'INPUT_NOT_JSON']);
});

it('is removed, also where it is one of another house', async () => {
  const { avatar } = (await send(ada, cup)).data;
  const removed = await ada.call('DELETE /auth/account/picture');
  expect([removed.data.avatar, removed.message]).toEqual([null, 'Picture removed.']);
  expect(await avatarOf(ada)).toBeNull();
  expect((await fetch(app.url + avatar)).status).toBe(404);
  const elsewhere = 'https://pictures.example/me.jpg';
  await app.db.owner((tx) =>
    tx.run(sql`update account set avatar_url = ${elsewhere} where account_id = ${ada.accountId}`),
  );
  expect(await avatarOf(ada)).toBe(elsewhere);
  await ada.call('DELETE /auth/account/picture');
  expect(await avatarOf(ada)).toBeNull();
});

it('goes with what one takes along', async () => {
  await send(ada, cup);
  const { url } = (await ada.call('POST /auth/account/export', { body: { password: 'correct horse battery' } })).data;
  const { tables } = (await (await fetch(app.url + url)).json()) as {
    tables: Record<string, { jpeg_base64: string }[]>;
  };
  const kept = Buffer.from(tables.account_picture?.[0]?.jpeg_base64 ?? '', 'base64');
  expect(kept.subarray(0, 3).toString('hex')).toBe('ffd8ff');
});
