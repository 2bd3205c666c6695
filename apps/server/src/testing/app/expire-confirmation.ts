import { sql } from '../../db/index.ts';
import { hashToken } from '../../http/session.ts';
import type { Client, TestApp } from './test-app.ts';

/** Makes a session's last confirmation 11 minutes old, one minute past its end. */
export const expireConfirmation = (app: TestApp, who: Client): Promise<unknown> =>
  app.running.deps.db.global((tx) =>
    tx.run(sql`update session_token set confirmed_at = now() - interval '11 minutes'
      where token_hash = ${hashToken(who.token)}`),
  );
