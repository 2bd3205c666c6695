import { contracts, DONE } from '@quayside/contracts';
import { AppError, invalidField } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { sendData } from '../../http/envelope.ts';
import { isOneClick } from '../../http/one-click.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import { answerError, type HttpApp, route } from '../../http/route.ts';
import { getVisitor } from '../../http/session.ts';
import { handler } from '../../jobs/define.ts';
import { createPost, queueLetter } from '../mail/index.ts';
import { needsOrderTracking } from '../plans/index.ts';
import { changeMailing, readMailing } from './actions/mailing.ts';
import { sweepMails } from './actions/queue-mails.ts';
import { sendShopperMail } from './actions/send-shopper-mail.ts';
import { sendShopperMailJob } from './jobs/shopper-mail-jobs.ts';
import type { ShopperMailPorts } from './ports.ts';
import { previewLetter, readShopperMail, recentMails, settingView } from './queries/views.ts';
import { findSetting, saveSetting } from './setting-repo.ts';

/** Mail programs may unsubscribe many people from one address. */
const ENDED_PER_MINUTE = 600;

/** The List-Unsubscribe URL, called by mail programs without cookie or sign-in (RFC 8058). In a browser it is a page. */
function endMailsByPost({ fastify, limits }: HttpApp, deps: Deps, ports: ShopperMailPorts): void {
  void fastify.register(async (own) => {
    keepRawBodies(own);
    own.post<{ Params: { token: string } }>('/parcel-mails/:token', { bodyLimit: 10_000 }, async (request, reply) => {
      const { locale } = getVisitor(request);
      try {
        await limits.hit('POST /parcel-mails', request.ip, ENDED_PER_MINUTE);
        if (!isOneClick(request.rawBody)) throw invalidField('List-Unsubscribe', 'INPUT_REQUIRED');
        await changeMailing(deps, ports, request.params.token, false);
        return sendData(reply, locale, DONE);
      } catch (error) {
        return answerError(request, reply, locale, error);
      }
    });
  });
}

/** Emails to shoppers about their parcels. */
export function register(deps: Deps, ports: ShopperMailPorts): Feature {
  const calls = contracts.shopperMails;
  const post = createPost(deps);
  return {
    sweep: (here) => sweepMails(deps, here),
    jobs: [
      handler(sendShopperMailJob, ({ accountId, workplaceId, mailId }, run) =>
        sendShopperMail(deps, ports, post, { accountId, workplaceId }, mailId, run.isLastTry),
      ),
    ],
    routes(app) {
      route(app, calls.setting, ({ query }, who) => settingView(deps, who, query.store_id));
      route(app, calls.saveSetting, async ({ body: { setting, store_id: storeId } }, who) => {
        await needsOrderTracking(deps, who.scope.accountId);
        await deps.db.tenant(who.scope, (tx) => saveSetting(tx, deps, who.workplaceId, storeId, setting));
        return settingView(deps, who, storeId);
      });
      route(app, calls.preview, async ({ query }, who) => {
        const { subject, text, html } = await previewLetter(deps, ports, who, query);
        return { subject, text, html };
      });
      route(app, calls.sendTest, async ({ body }, who) => {
        const { account } = who;
        if (deps.config.mail && !account.isProven) throw new AppError('EMAIL_NOT_VERIFIED', 'EMAIL_NOT_VERIFIED');
        const { html, shopName, subject, text } = await previewLetter(deps, ports, who, body);
        await deps.db.tenant(who.scope, async (tx) => {
          const setting = await findSetting(tx, who.workplaceId, body.store_id);
          const senderName = setting.sender_name ?? shopName;
          await queueLetter(deps, tx, {
            kind: 'shopper-test',
            accountId: account.id,
            to: account.email,
            language: body.language,
            subject,
            body: { text, html, senderName, replyTo: setting.reply_to ?? undefined },
          });
        });
        return DONE;
      });
      route(app, calls.recent, ({ query }, who) => recentMails(deps, who, query.store_id));
      route(app, calls.read, async ({ params }, who) => {
        const { subject, text, html } = await readShopperMail(deps, ports, who, params.shopper_mail_id);
        return { subject, text, html };
      });
      route(app, calls.mailing, ({ params }) => readMailing(deps, ports, params.token));
      route(app, calls.changeMailing, ({ body }) => changeMailing(deps, ports, body.token, body.mails));
      endMailsByPost(app, deps, ports);
    },
  };
}
