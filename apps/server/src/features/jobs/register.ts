import { contracts, DONE } from '@quayside/contracts';
import { AppError, notFound } from '@quayside/kernel';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import type { DeadLetters, WorkspaceFilter } from '../../jobs/dead-letters.ts';
import { defineJob, handler, type JobKind } from '../../jobs/define.ts';
import { notifyOperators } from '../../live/publish.ts';
import { deadLetterView, readCursor, toCursor } from './view.ts';

/** Sent when a job gives up: by the time it runs, the queue has put the dead one where it is seen. */
const tellOfDeadJobsJob = defineJob({ name: 'tell-of-dead-jobs', payload: z.object({}), concurrency: 1, tries: 1 });

export interface JobsFeature extends Feature {
  /** For the worker: the last try of a job failed. */
  onDead(kind: JobKind): Promise<void>;
}

/** Work that used up its tries: seen, repeated and dropped by operators. */
export function register(deps: Deps, dead: DeadLetters): JobsFeature {
  const calls = contracts.jobs;
  const tell = (): Promise<void> => deps.db.global((tx) => notifyOperators(tx, 'jobs'));

  /** An operator sees everybody's; the demo account those of its own workspace, wherever else it may be a member. */
  const whose = (who: Who): WorkspaceFilter =>
    who.account.isOperator ? {} : { workplaceId: who.scope.accountId === who.account.id ? who.workplaceId : 'none' };

  async function repeat(which: { jobId?: string; kind?: string } & WorkspaceFilter): Promise<{ repeated: number }> {
    const repeated = await dead.repeat(which);
    if (repeated > 0) await tell();
    return { repeated };
  }

  return {
    async onDead(kind) {
      if (kind.name === tellOfDeadJobsJob.name) return;
      await deps.db.global((tx) => deps.queue.send(tx, tellOfDeadJobsJob, {}, { afterSeconds: 1, key: 'tell' }));
    },
    jobs: [handler(tellOfDeadJobsJob, tell)],
    routes(app) {
      route(app, calls.list, async ({ query }, who) => {
        const after = readCursor(query.cursor);
        const rows = await dead.list({
          ...whose(who),
          size: query.page_size + 1,
          ...(query.kind ? { kind: query.kind } : {}),
          ...(after ? { after } : {}),
        });
        const shown = rows.slice(0, query.page_size);
        const last = rows.length > query.page_size ? shown.at(-1) : undefined;
        return {
          items: shown.map(deadLetterView),
          ...(last ? { next_cursor: toCursor(last) } : {}),
          kinds: await dead.counts(whose(who)),
        };
      });
      route(app, calls.repeat, async ({ params }, who, reply) => {
        const { repeated } = await repeat({ jobId: params.job_id, ...whose(who) });
        if (repeated === 0) throw notFound('DEAD_JOB_NOT_FOUND');
        reply.message('JOBS_REPEATED');
        return { repeated };
      });
      route(app, calls.repeatAll, async ({ body }, who, reply) => {
        const answer = await repeat({ ...(body.kind ? { kind: body.kind } : {}), ...whose(who) });
        if (answer.repeated === 0) throw new AppError('NOT_FOUND', 'DEAD_JOB_NOT_FOUND');
        reply.message('JOBS_REPEATED');
        return answer;
      });
      route(app, calls.drop, async ({ params }, who, reply) => {
        if (!(await dead.drop(params.job_id, whose(who)))) throw notFound('DEAD_JOB_NOT_FOUND');
        await tell();
        reply.message('JOB_DROPPED');
        return DONE;
      });
    },
  };
}
