import { type AddressInfo, createServer } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { ensureAppRole } from './app-role.ts';

/** PostgreSQL's error packet for a closing connection: severity, code and text, each with its letter. */
const refusal = (code: string, text: string): Buffer => {
  const body = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const pooler = createServer((socket) => {
  socket.on('error', () => undefined);
  socket.once('data', () => socket.end(refusal('08P01', 'password authentication failed')));
});
await new Promise<void>((done) => pooler.listen(0, '127.0.0.1', done));
afterAll(() => pooler.close());

test("a pooler that does not know the application's login is refused with what to do", async () => {
  const ownerUrl = `postgres://owner:secret@127.0.0.1:${(pooler.address() as AddressInfo).port}/quayside`;
  await expect(ensureAppRole({ ownerUrl, dataDir: '/nowhere' })).rejects.toThrow(
    "The pooler in DATABASE_URL doesn't know the login quayside_app",
  );
});
