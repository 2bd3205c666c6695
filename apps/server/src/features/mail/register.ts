import { contracts, DONE } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { handler } from '../../jobs/define.ts';
import { sendMail } from './actions/send-mail.ts';
import { clearMailsJob, sendMailJob } from './jobs/mail-jobs.ts';
import { listMails, type Reader, readMail } from './queries/outbox.ts';
import { createPost } from './smtp.ts';

/** Days that a mail is kept; features/privacy says so too. */
export const MAIL_KEEP_DAYS = 30;

const readerOf = (who: Who): Reader => (who.account.isOperator ? {} : { accountId: who.account.id });

/** Mails out, and the outbox where the operators read what no server took. */
export function register(deps: Deps): Feature {
  const calls = contracts.mail;
  const post = createPost(deps);
  return {
    jobs: [
      handler(sendMailJob, async ({ mail_id }, run) => {
        // A worker without the setting leaves it to one that has it, and to the outbox.
        if (!post) throw new Error('SMTP_URL is not set in this process');
        await sendMail(deps, post, mail_id, run.isLastTry);
      }),
      handler(clearMailsJob, async () => {
        await deps.db.global((tx) =>
          tx.run(sql`delete from mail_outbox where created_at < now() - make_interval(days => ${MAIL_KEEP_DAYS}::int)`),
        );
      }),
    ],
    routes(app) {
      route(app, calls.mails, async ({ query }, who) => ({
        ...(await deps.db.global((tx) => listMails(tx, readerOf(who), query.cursor))),
        sends: deps.config.mail !== undefined,
      }));
      route(app, calls.mail, ({ params }, who) =>
        deps.db.global((tx) => readMail(deps, tx, readerOf(who), params.mail_id)),
      );
      route(app, calls.sendAgain, async ({ params }, who) => {
        const { accountId = null } = readerOf(who);
        if (!deps.config.mail) throw new AppError('UNPROCESSABLE_ENTITY', 'NO_MAIL_SERVER');
        await deps.db.global(async (tx) => {
          const found = await tx.run(sql`update mail_outbox set state = 'waiting', error = null
            where mail_id = ${params.mail_id} and state in ('failed', 'kept') and body is not null
              and (${accountId}::uuid is null or account_id = ${accountId}::uuid)`);
          if (found === 0) throw new AppError('NOT_FOUND', 'MAIL_NOT_FOUND');
          await deps.queue.send(tx, sendMailJob, { mail_id: params.mail_id });
        });
        return DONE;
      });
    },
  };
}
