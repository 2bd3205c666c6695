import { contracts, DONE, type ReportedEvent, type SLOW_PAGE, slowFigures } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import { json, sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import { everyAccount, roundHandler } from '../../jobs/rounds.ts';
import { deleteOldEvents } from './actions/delete-old-events.ts';
import { cleanActivityJob } from './jobs/activity.ts';

const SUBSCRIBED = 'mvp:subscribed';

interface Noted {
  name: string;
  facts: object;
  url: string | undefined;
}

const noted = (event: ReportedEvent): Noted => ({
  name: event.event_name,
  facts: { user: event.user_data ?? {}, event: event.event_data ?? {} },
  url: event.url,
});

export interface ActivityFeature extends Feature {
  /** Slow pages reported to this process since it began, by figure. */
  slowPages(): Readonly<Record<keyof typeof SLOW_PAGE, number>>;
}

/** What screens report of their use, and what people say of it. */
export function register(deps: Deps): ActivityFeature {
  const calls = contracts.activity;
  const slow = { largest_paint: 0, layout_shift: 0, interaction_delay: 0 };

  async function noteAll(who: Who, kind: string, events: readonly Noted[]): Promise<void> {
    if (!deps.config.keepsActivity) return;
    const { id } = who.account;
    await deps.db.tenant(who.own, async (tx) => {
      for (const { name, facts, url } of events)
        await tx.run(sql`insert into activity_event (account_id, event_id, kind, name, url, facts)
          values (${id}, ${newId()}, ${kind}, ${name}, ${url ?? null}, ${json(facts)})`);
    });
  }
  const note = (who: Who, kind: string, name: string, facts: object, url?: string) =>
    noteAll(who, kind, [{ name, facts, url }]);
  const events = {
    events: calls.events,
    attributes: calls.attributes,
    user_action: calls.userAction,
    mvp_user_action: calls.mvpUserAction,
  };

  return {
    jobs: [
      roundHandler(deps, {
        kind: cleanActivityJob,
        ...everyAccount,
        work: (row, signal) => deleteOldEvents(deps, row.account_id, signal),
      }),
    ],
    slowPages: () => slow,
    routes(app) {
      for (const [kind, call] of Object.entries(events))
        route(app, call, async ({ body }, who) => {
          const { event_name, events, ...rest } = body;
          await noteAll(who, kind, (events ?? [{ event_name: event_name ?? '', ...rest }]).map(noted));
          return DONE;
        });

      route(app, calls.views, async ({ body }, who) => {
        await note(who, 'views', 'app', { shopify_plan: body.shopify_plan });
        return DONE;
      });
      route(app, calls.trackingOnPage, async ({ body }, who) => {
        await note(who, 'time', 'page', { seconds: body.time }, body.page);
        return DONE;
      });

      route(app, calls.mvpSubscribed, async (_input, who) => {
        const noted = await deps.db.tenant(who.own, (tx) =>
          tx.run(sql`insert into account_flag (account_id, flag) values (${who.account.id}, ${SUBSCRIBED})
            on conflict do nothing`),
        );
        return { subscribed: true as const, is_new: noted > 0 };
      });
      route(app, calls.mvpInteracted, async ({ body }, who) => {
        await note(who, 'mvp_interacted', body.part, {});
        return DONE;
      });
      route(app, calls.mvpFeedback, async ({ body }, who, reply) => {
        await deps.db.global((tx) =>
          tx.run(sql`insert into operator_feedback (feedback_id, account_id, email, rating, message)
            values (${newId()}, ${who.account.id}, ${who.account.email}, ${body.rating ?? null}, ${body.message})`),
        );
        reply.message('FEEDBACK_SENT');
        return DONE;
      });
      route(app, calls.feedback, async () => ({
        items: await deps.db.global((tx) =>
          tx.rows<{ feedback_id: string; email: string; rating: number | null; message: string; sent_at: string }>(
            sql`select feedback_id, email, rating, message, sent_at from operator_feedback order by sent_at desc limit 200`,
          ),
        ),
      }));

      route(app, calls.pagePerformance, async ({ body }, who) => {
        const { url, ...figures } = body;
        const over = slowFigures(figures);
        if (over.length === 0) return { kept: false };
        for (const figure of over) slow[figure] += 1;
        await note(who, 'page_performance', over.join(' '), figures, url);
        return { kept: true };
      });
    },
  };
}
