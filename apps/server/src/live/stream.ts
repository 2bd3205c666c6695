import { contracts, OPERATOR_TOPICS } from '@quayside/contracts';
import { AppError, firstIdAt } from '@quayside/kernel';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type Executor, sql } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../feature.ts';
import { allowed, answerError, type HttpApp, parse } from '../http/route.ts';
import { SESSION_CHANNEL, visitorOf } from '../http/session.ts';
import { defineJob, handler } from '../jobs/define.ts';
import { LIVE_CHANNEL, OPERATOR_CHANNEL } from './publish.ts';

interface EventRow {
  xid: number;
  event_id: string;
  topic: string;
  ids: string[];
  payload: Record<string, unknown> | null;
}

interface Listener {
  personId: string;
  /** Asks anew who listens; false: he may not any more. */
  stillMay(): Promise<boolean>;
  workplaceId: string;
  accountId: string;
  /** He is held to some stores: he hears that something changed, not what, and his screens read what he may see. */
  isHeld: boolean;
  /** Also hears of the operators' pages, which belong to no workplace. */
  isOperator: boolean;
  xid: number;
  eventId: string;
  reply: FastifyReply;
  busy: boolean;
  again: boolean;
  /** Events are committed that a transaction still running keeps back: look again shortly. */
  late: boolean;
}

/**
 * How long events are kept for screens that come back, and how often a quiet stream says it is alive and looks for events
 * of which nobody told it, since the process that made them died.
 */
const KEEP_HOURS = 24;
const BEAT_MS = 20_000;
const MOST_AT_ONCE = 500;
/** Streams that one person may have open in one process, and bytes that may wait for a reader. */
const MOST_STREAMS = 50;
const MOST_UNREAD = 4 * 1024 * 1024;
/** How soon events that an older transaction keeps back are looked for again. */
const FOLLOW_UP_MS = 40;
const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Events after a place, in the order of their transactions, and only those below the oldest transaction that still
 * runs: one that commits late is never skipped.
 */
const eventsAfter = (ex: Executor, workplaceId: string, xid: number, eventId: string): Promise<EventRow[]> =>
  ex.rows<EventRow>(sql`select xid, event_id, topic, ids, payload from live_event
    where workplace_id = ${workplaceId} and (xid, event_id) > (${xid}::bigint, ${eventId}::uuid)
      and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    order by xid, event_id limit ${MOST_AT_ONCE}`);

/** Whether committed events wait for an older transaction to end. */
const eventsWait = async (ex: Executor, workplaceId: string, xid: number, eventId: string): Promise<boolean> =>
  (await ex.first(sql`select 1 from live_event
    where workplace_id = ${workplaceId} and (xid, event_id) > (${xid}::bigint, ${eventId}::uuid) limit 1`)) !==
  undefined;

const now = (ex: Executor): Promise<{ xid: number } | undefined> =>
  ex.first<{ xid: number }>(sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint - 1 as xid`);

/** A moment for what was given its id just before its transaction ended. */
const MARGIN_MS = 1_000;

/**
 * Where a stream without a last event begins: before the first event made in the `sinceMs` before it, since its page may
 * have read what that event changed just before. `missed`: these are more than are told one by one.
 */
async function startOf(
  ex: Executor,
  workplaceId: string,
  millis: number,
  sinceMs: number,
): Promise<{ xid: number; eventId: string; missed: boolean }> {
  const place = { xid: (await now(ex))?.xid ?? 0, eventId: LAST, missed: false };
  if (sinceMs === 0) return place;
  const fresh = await ex.first<{ xid: number | null; n: number }>(sql`select min(xid) as xid, count(*) as n
    from (select xid, event_id from live_event where workplace_id = ${workplaceId}
      order by xid desc, event_id desc limit ${MOST_AT_ONCE}) e
    where e.event_id >= ${firstIdAt(millis - sinceMs - MARGIN_MS)}::uuid`);
  if (!fresh || fresh.xid === null) return place;
  if (fresh.n >= MOST_AT_ONCE) return { ...place, missed: true };
  return { ...place, xid: Math.min(place.xid, fresh.xid - 1) };
}

const cleanJob = defineJob({ name: 'clean-live-events', payload: z.object({}), cron: '23 * * * *', concurrency: 1 });

/** GET /api/events: server-sent events of one workplace, resumable by the id of the last one seen. */
export function register(deps: Deps): Feature {
  const listeners = new Set<Listener>();

  async function flush(listener: Listener): Promise<void> {
    if (listener.busy) {
      listener.again = true;
      return;
    }
    listener.busy = true;
    try {
      do {
        listener.again = false;
        const scope = { accountId: listener.accountId, workplaceId: listener.workplaceId };
        const rows = await deps.db.read(scope, (ex) =>
          eventsAfter(ex, listener.workplaceId, listener.xid, listener.eventId),
        );
        for (const row of rows) {
          const data = JSON.stringify({
            topic: row.topic,
            ids: listener.isHeld ? [] : row.ids,
            ...(row.payload && !listener.isHeld ? { payload: row.payload } : {}),
          });
          listener.reply.raw.write(`id: ${row.xid}.${row.event_id}\nevent: change\ndata: ${data}\n\n`);
          listener.xid = row.xid;
          listener.eventId = row.event_id;
        }
        if (rows.length === MOST_AT_ONCE) listener.again = true;
        listener.late = await deps.db.read(scope, (ex) =>
          eventsWait(ex, listener.workplaceId, listener.xid, listener.eventId),
        );
      } while (listener.again);
    } catch (error) {
      deps.log.warn({ err: error }, 'a live stream could not read its events');
      listener.reply.raw.end();
    } finally {
      listener.busy = false;
    }
  }

  const wake = (workplaceId: string): void => {
    for (const listener of listeners) if (listener.workplaceId === workplaceId) void flush(listener);
  };

  /** Says that an operators' page has something new. These are not kept: a stream that comes back hears of every page. */
  const tellOperator = (listener: Listener, topic: string): void => {
    if (listener.isOperator) listener.reply.raw.write(`event: change\ndata: ${JSON.stringify({ topic, ids: [] })}\n\n`);
  };
  const tellOperators = (topics: readonly string[]): void => {
    for (const listener of listeners) for (const topic of topics) tellOperator(listener, topic);
  };

  async function open(app: HttpApp): Promise<void> {
    const stopListening = await deps.db.listen(LIVE_CHANNEL, wake, () => {
      for (const listener of listeners) void flush(listener);
    });
    // Somebody signed out, was taken out of a workspace or got another role: his streams end with it.
    const recheck = async (listener: Listener) => {
      if (!(await listener.stillMay())) listener.reply.raw.end();
    };
    const recheckAll = (personId?: string) => {
      for (const listener of listeners) if (!personId || listener.personId === personId) void recheck(listener);
    };
    const stopChecking = await deps.db.listen(SESSION_CHANNEL, recheckAll, () => recheckAll());
    const stopOperators = await deps.db.listen(
      OPERATOR_CHANNEL,
      (topic) => tellOperators([topic]),
      () => tellOperators(OPERATOR_TOPICS),
    );
    const followUp = setInterval(() => {
      for (const listener of listeners) if (listener.late) void flush(listener);
    }, FOLLOW_UP_MS);
    const beat = setInterval(() => {
      for (const listener of listeners) {
        // Who reads nothing of what he asked for does not fill our memory.
        if (listener.reply.raw.writableLength > MOST_UNREAD) {
          listener.reply.raw.destroy();
          continue;
        }
        listener.reply.raw.write(': still here\n\n');
        // What was told while nobody could hear it, such as the end of a session, is found out here.
        void recheck(listener);
        void flush(listener);
      }
    }, BEAT_MS);
    app.fastify.addHook('preClose', async () => {
      clearInterval(followUp);
      clearInterval(beat);
      await stopListening();
      await stopChecking();
      await stopOperators();
      for (const listener of listeners) listener.reply.raw.end();
    });
  }

  return {
    jobs: [
      handler(cleanJob, async () => {
        const workplaces = await deps.db.global((tx) =>
          tx.rows<{ workplace_id: string; account_id: string }>(
            sql`select distinct workplace_id, account_id from store_directory`,
          ),
        );
        for (const { workplace_id: workplaceId, account_id: accountId } of workplaces) {
          await deps.db.tenant({ accountId, workplaceId }, (tx) =>
            tx.run(
              sql`delete from live_event where workplace_id = ${workplaceId} and at < now() - make_interval(hours => ${KEEP_HOURS}::int)`,
            ),
          );
        }
      }),
    ],
    async routes(app) {
      await open(app);
      app.calls.push(contracts.live.events);
      app.fastify.get('/api/events', async (request, reply) => {
        try {
          const { events } = contracts.live;
          const asks = async () => allowed(await app.sessions.who(request), events, events.needs);
          const who = await asks();
          if ([...listeners].filter((one) => one.personId === who.account.id).length >= MOST_STREAMS)
            throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds: 60, params: { seconds: 60 } });
          const last = /^(\d+)\.([0-9a-f-]{36})$/.exec(String(request.headers['last-event-id'] ?? ''));
          const query = parse(events.query, request.query, who.locale);
          const start = last ? { xid: Number(last[1]), eventId: last[2] ?? FIRST, missed: false } : undefined;
          const { missed, ...place } =
            start ??
            (await deps.db.read(who.scope, (ex) =>
              startOf(ex, who.workplaceId, deps.clock.millis(), query?.since_ms ?? 0),
            ));
          reply.hijack();
          reply.raw.writeHead(200, {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store, no-transform',
            'x-accel-buffering': 'no',
          });
          reply.raw.write(`retry: 2000\nid: ${place.xid}.${place.eventId}\nevent: ready\ndata: {}\n\n`);
          if (missed) reply.raw.write('event: resync\ndata: {}\n\n');
          const listener: Listener = {
            personId: who.account.id,
            async stillMay() {
              try {
                const now = await asks();
                listener.isHeld = now.storeIds !== undefined;
                listener.isOperator = now.account.isOperator;
                return now.workplaceId === who.workplaceId;
              } catch (error) {
                // Only what the answer would be to a request; a database that is away ends nobody's stream.
                return !(error instanceof AppError);
              }
            },
            workplaceId: who.workplaceId,
            accountId: who.scope.accountId,
            isHeld: who.storeIds !== undefined,
            isOperator: who.account.isOperator,
            ...place,
            reply,
            busy: false,
            again: false,
            late: false,
          };
          listeners.add(listener);
          request.raw.on('close', () => listeners.delete(listener));
          if (start) for (const topic of OPERATOR_TOPICS) tellOperator(listener, topic);
          await flush(listener);
        } catch (error) {
          if (reply.raw.headersSent) reply.raw.end();
          else return answerError(request, reply, visitorOf(request).locale, error);
        }
      });
    },
  };
}
