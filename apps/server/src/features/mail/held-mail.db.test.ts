import { expect, it } from 'vitest';
import { sql } from '../../db/index.ts';
import { holdAfterRestore, resumeSending, SendingHeld } from '../../sending/index.ts';
import { testDatabase } from '../../testing/db/index.ts';
import { tradeWorld } from '../../testing/fakes/trade-world.ts';
import { sendMail } from './actions/send-mail.ts';
import { queueMail } from './index.ts';

const db = await testDatabase();
const { deps } = await tradeWorld(db);

const queued = (to: string) =>
  db.global(async (tx) => {
    await queueMail(deps, tx, { kind: 'password-changed', accountId: null, to, name: 'Ada', language: 'en' });
    const row = await tx.first<{ mail_id: string }>(sql`select mail_id from mail_outbox where recipient = ${to}`);
    return row?.mail_id ?? '';
  });

it('after a restore the mails from before it wait for the resumption, and new ones go out', async () => {
  const sent: string[] = [];
  const post = async ({ to }: { to: string }) => void sent.push(to);
  const before = await queued('before@example.com');
  await db.global((tx) => holdAfterRestore(tx, 'restored'));
  const after = await queued('after@example.com');
  await expect(sendMail(deps, post, before, true)).rejects.toThrow(SendingHeld);
  await sendMail(deps, post, after, false);
  expect(sent).toEqual(['after@example.com']);
  await db.global(resumeSending);
  await sendMail(deps, post, before, false);
  expect(sent).toEqual(['after@example.com', 'before@example.com']);
});
