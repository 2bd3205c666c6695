import { contracts, DONE } from '@quayside/contracts';
import { invalidField } from '@quayside/kernel';
import { everyoneIn } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { sendData } from '../../http/envelope.ts';
import { isOneClick } from '../../http/one-click.ts';
import { keepRawBodies } from '../../http/raw-body.ts';
import { answerError, type HttpApp, route } from '../../http/route.ts';
import { getVisitor } from '../../http/session.ts';
import { handler } from '../../jobs/define.ts';
import { eachWorkplaceOf, everyAccount, roundHandler } from '../../jobs/rounds.ts';
import { batchNotifications } from './actions/batch-notifications.ts';
import { removeWebhook, renewSecret, saveWebhook, testWebhook } from './actions/change-webhook.ts';
import { clearNotifications } from './actions/clear-notifications.ts';
import { deliverNotification } from './actions/deliver-notification.ts';
import { mailNotifications } from './actions/mail-notifications.ts';
import { changeMailing, readMailing } from './actions/mailing.ts';
import { markAllNotificationsRead, markNotificationsRead } from './actions/mark-read.ts';
import { saveNotificationSettings } from './actions/save-settings.ts';
import {
  clearNotificationsJob,
  deliverNotificationJob,
  mailNotificationsJob,
  sweepNotificationsJob,
} from './jobs/notification-jobs.ts';
import { getNotificationSettings, getNotifications } from './queries/list-notifications.ts';
import { busyWorkplaces, hasWaitingEvents } from './repo.ts';

/** Mail programs may unsubscribe many people from one address. */
const ENDED_PER_MINUTE = 600;

/**
 * The List-Unsubscribe URL, called by mail programs: a form with `List-Unsubscribe=One-Click`, without cookie or
 * sign-in (RFC 8058, section 3.2). In a browser it is a page.
 */
function endMailsByPost({ fastify, limits }: HttpApp, deps: Deps): void {
  void fastify.register(async (own) => {
    keepRawBodies(own);
    own.post<{ Params: { token: string } }>('/unsubscribe/:token', { bodyLimit: 10_000 }, async (request, reply) => {
      const { locale } = getVisitor(request);
      try {
        await limits.hit('POST /unsubscribe', request.ip, ENDED_PER_MINUTE);
        if (!isOneClick(request.rawBody)) throw invalidField('List-Unsubscribe', 'INPUT_REQUIRED');
        await changeMailing(deps, request.params.token, false);
        return sendData(reply, locale, DONE);
      } catch (error) {
        return answerError(request, reply, locale, error);
      }
    });
  });
}

/** Notifications: in the app, by email, by webhook. */
export function register(deps: Deps): Feature {
  const calls = contracts.notifications;
  return {
    jobs: [
      handler(mailNotificationsJob, ({ workplaceId }) => mailNotifications(deps, workplaceId)),
      handler(deliverNotificationJob, async ({ workplaceId, deliveryId }, run) => {
        const delivery = await deliverNotification(deps, workplaceId, deliveryId, run.isLastTry);
        if (delivery?.state === 'waiting')
          throw new Error(`webhook delivery failed (${delivery.http_status ?? delivery.error_key})`);
      }),
      roundHandler(deps, {
        kind: sweepNotificationsJob,
        ...busyWorkplaces,
        async work({ workplace_id: workplaceId }) {
          let more = await deps.db.read(everyoneIn(workplaceId), (ex) => hasWaitingEvents(ex, workplaceId));
          while (more) more = await batchNotifications(deps, workplaceId);
        },
      }),
      roundHandler(deps, {
        kind: clearNotificationsJob,
        ...everyAccount,
        work: ({ account_id }, signal) =>
          eachWorkplaceOf(deps.db, account_id, signal, ({ workplaceId }) =>
            clearNotifications(deps, workplaceId, signal),
          ),
      }),
    ],
    routes(app) {
      route(app, calls.list, ({ query }, who) => getNotifications(deps, who, query));
      route(app, calls.read, async ({ body }, who) => {
        await markNotificationsRead(deps, who, body.notification_ids);
        return DONE;
      });
      route(app, calls.readAll, async ({ body }, who) => {
        await markAllNotificationsRead(deps, who, body.until);
        return DONE;
      });
      route(app, calls.settings, (_input, who) => getNotificationSettings(deps, who));
      route(app, calls.saveSettings, async ({ body }, who, reply) => {
        await saveNotificationSettings(deps, who, body);
        // Opening the list needs no confirmation message.
        if (body.preferences || body.maintenance_mode !== undefined) reply.message('NOTICE_SETTINGS_SAVED');
        return getNotificationSettings(deps, who);
      });
      route(app, calls.mailing, ({ params }) => readMailing(deps, params.token));
      route(app, calls.changeMailing, ({ body }) => changeMailing(deps, body.token, body.mails));
      endMailsByPost(app, deps);
      route(app, calls.saveWebhook, async ({ body }, who, reply) => {
        const answer = await saveWebhook(deps, who, body);
        reply.message('WEBHOOK_SAVED');
        return answer;
      });
      route(app, calls.renewSecret, (_input, who) => renewSecret(deps, who.scope));
      route(app, calls.testWebhook, (_input, who) => testWebhook(deps, who.scope, who.locale));
      route(app, calls.removeWebhook, async (_input, who, reply) => {
        await removeWebhook(deps, who.scope);
        reply.message('WEBHOOK_REMOVED');
        return DONE;
      });
    },
  };
}
