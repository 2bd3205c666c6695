import { newId } from '@quayside/kernel';
import type { Executor, Scope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { together } from '../../../jobs/together.ts';
import type { Claim } from '../place-repo.ts';

type Here = Required<Scope>;

/** What may share a transaction: the work of one workplace. */
export const ofWorkplace = (here: Here): string => here.workplaceId;

/**
 * Takes supplier orders of a workplace up by their ids, those of one moment in one transaction under one token. A row that
 * is asked for twice at once is given to one of the two; undefined: another worker holds it, or it has ended.
 */
export const takeTogether = <W extends { claim: Claim }>(
  deps: Pick<Deps, 'db'>,
  takeUp: (tx: Executor, here: Here, ids: readonly string[], token: string) => Promise<readonly W[]>,
): ((here: Here, id: string) => Promise<W | undefined>) =>
  together(ofWorkplace, (here: Here, asked: readonly string[]) =>
    deps.db.tenant(here, async (tx) => {
      const works = await takeUp(tx, here, [...new Set(asked)], newId());
      const free = new Map(works.map((work) => [work.claim.supplier_order_id, work]));
      return asked.map((id) => {
        const work = free.get(id);
        free.delete(id);
        return work;
      });
    }),
  );
