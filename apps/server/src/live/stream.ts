import { contracts, OPERATOR_TOPICS } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { FastifyReply } from 'fastify';
import { everyoneIn } from '../db/index.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../feature.ts';
import { allowed, answerError, type HttpApp, parse } from '../http/route.ts';
import { getVisitor, SESSION_CHANNEL } from '../http/session.ts';
import type { Who } from '../http/who.ts';
import { everyAccount, roundHandler } from '../jobs/rounds.ts';
import { REQUEST_ID_HEADER } from '../watch/request-id.ts';
import { cleanJob, cleanLiveEvents } from './clean.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { findStart, readHead, readPage } from './event-repo.ts';
import { createFeeds, type Subscriber } from './feed.ts';
import { LIVE_CHANNEL, OPERATOR_CHANNEL } from './publish.ts';

interface Stream extends Subscriber {
  personId: string;
  workplaceId: string;
  /** Checks access again; false ends the stream. */
  stillMay(): Promise<boolean>;
  /** Limited to some stores: learns only that something changed, and its screens read what they may see. */
  isHeld: boolean;
  /** Also receives topics of operator pages, without ids. */
  isOperator: boolean;
  reply: FastifyReply;
  /** The client accepted nothing since the previous heartbeat. */
  wasStalled: boolean;
}

/** Heartbeat interval, in milliseconds. Each one also polls for events with a lost NOTIFY. */
const BEAT_MS = 20_000;
/** Open streams per person and process. */
const MOST_STREAMS = 50;
/** Maximum bytes buffered for a slow client; further events stay in the database until it has read them. */
const MOST_UNREAD = 1024 * 1024;

const header = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value);

/** The demo account can open some operator pages for its own data. */
const seesOperators = ({ account }: Who): boolean => account.isOperator || account.isDemo;

/** GET /api/events: server-sent events of one workplace, resumable by the last event's id. */
export function register(deps: Deps): Feature & { openStreams(): number } {
  const streams = new Set<Stream>();
  const feeds = createFeeds(
    {
      page: (id, position) => deps.db.read(everyoneIn(id), (ex) => readPage(ex, id, position)),
      head: (id) => deps.db.read(everyoneIn(id), (ex) => readHead(ex, id)),
    },
    (error) => deps.log.warn({ err: error }, 'reading live events failed'),
  );

  /** Announces a change on an operator page. These events are not stored, so a reconnecting stream gets every topic. */
  const tellOperator = (stream: Stream, topic: string): void => {
    if (stream.isOperator) stream.reply.raw.write(`event: change\ndata: ${JSON.stringify({ topic, ids: [] })}\n\n`);
  };
  const tellOperators = (topics: readonly string[]): void => {
    for (const stream of streams) for (const topic of topics) tellOperator(stream, topic);
  };

  // Signed out, removed from the workspace or given another role: the stream ends or shows less.
  const recheck = async (stream: Stream): Promise<void> => {
    if (!(await stream.stillMay())) stream.reply.raw.end();
  };
  const recheckAll = (personId?: string): void => {
    for (const stream of streams) if (!personId || stream.personId === personId) void recheck(stream);
  };

  function beat(): void {
    for (const stream of streams) {
      if (stream.wasStalled && stream.isStalled()) {
        stream.reply.raw.destroy();
        continue;
      }
      stream.wasStalled = stream.isStalled();
      stream.reply.raw.write(': still here\n\n');
      // The NOTIFY of an ended session may have been lost too.
      void recheck(stream);
    }
    feeds.wake();
  }

  async function open(app: HttpApp): Promise<void> {
    const stops = await Promise.all([
      deps.db.listen(
        LIVE_CHANNEL,
        (workplaceId) => feeds.wake(workplaceId),
        () => feeds.wake(),
      ),
      deps.db.listen(SESSION_CHANNEL, recheckAll, () => recheckAll()),
      deps.db.listen(
        OPERATOR_CHANNEL,
        (topic) => tellOperators([topic]),
        () => tellOperators(OPERATOR_TOPICS),
      ),
    ]);
    const timer = setInterval(beat, BEAT_MS);
    app.fastify.addHook('preClose', async () => {
      clearInterval(timer);
      for (const stop of stops) await stop();
      for (const stream of streams) stream.reply.raw.end();
    });
  }

  return {
    openStreams: () => streams.size,
    jobs: [
      roundHandler(deps, {
        kind: cleanJob,
        ...everyAccount,
        work: (row, signal) => cleanLiveEvents(deps.db, row.account_id, signal),
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
          if ([...streams].filter((one) => one.personId === who.account.id).length >= MOST_STREAMS)
            throw new AppError('RATE_LIMIT', 'RATE_LIMIT', { retryAfterSeconds: 60, params: { count: 60 } });
          const query = parse(events.query, request.query, who.locale);
          const lastEventId = header(request.headers['last-event-id']);
          const resumed = lastEventId ? decodeCursor(lastEventId) : undefined;
          const start = resumed
            ? { cursor: resumed, missed: false }
            : await deps.db.read(who.scope, (ex) => findStart(ex, who.workplaceId, query?.since_ms ?? 0));
          reply.hijack();
          const { raw } = reply;
          raw.writeHead(200, {
            'content-type': 'text/event-stream; charset=utf-8',
            'cache-control': 'no-store, no-transform',
            'x-accel-buffering': 'no',
            [REQUEST_ID_HEADER]: request.id,
          });
          const stream: Stream = {
            personId: who.account.id,
            workplaceId: who.workplaceId,
            cursor: start.cursor,
            isHeld: who.storeIds !== undefined,
            isOperator: seesOperators(who),
            reply,
            wasStalled: false,
            async stillMay() {
              try {
                const now = await asks();
                stream.isHeld = now.storeIds !== undefined;
                stream.isOperator = seesOperators(now);
                return now.workplaceId === who.workplaceId;
              } catch (error) {
                // Ends the stream only for a refusal, not while the database is unavailable.
                return !(error instanceof AppError);
              }
            },
            isStalled: () => raw.writableLength > MOST_UNREAD,
            send(event) {
              const data = JSON.stringify({
                topic: event.topic,
                ids: stream.isHeld ? [] : event.ids,
                ...(event.payload && !stream.isHeld ? { payload: event.payload } : {}),
              });
              raw.write(`id: ${encodeCursor(event)}\nevent: change\ndata: ${data}\n\n`);
            },
            resync: (cursor) => void raw.write(`id: ${encodeCursor(cursor)}\nevent: resync\ndata: {}\n\n`),
            end: () => void raw.end(),
          };
          raw.write(`retry: 2000\nid: ${encodeCursor(start.cursor)}\nevent: ready\ndata: {}\n\n`);
          // An unknown id means that the page has seen something unknown.
          if (start.missed || (lastEventId && !resumed)) stream.resync(start.cursor);
          streams.add(stream);
          const unsubscribe = feeds.subscribe(who.workplaceId, stream);
          raw.on('drain', () => feeds.wake(who.workplaceId));
          const close = (): void => {
            streams.delete(stream);
            unsubscribe();
          };
          raw.on('close', close);
          // Closed while access was checked, so no further event arrives.
          if (raw.destroyed) return close();
          if (lastEventId) for (const topic of OPERATOR_TOPICS) tellOperator(stream, topic);
        } catch (error) {
          if (reply.raw.headersSent) reply.raw.end();
          else return answerError(request, reply, getVisitor(request).locale, error);
        }
      });
    },
  };
}
