import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { decideProposals, lockProposals } from '../proposal-repo.ts';
import { lockMappings } from '../repo.ts';
import type { Proposal } from '../tables.ts';
import { applyProposal, type HealPorts, undoProposal } from './apply-proposal.ts';
import { remapBuyers } from './hold-orders.ts';

export interface Decided {
  done: string[];
  failed: Map<string, AppError>;
}

const refusal = (key: string): AppError => new AppError('BAD_REQUEST', key);

/** Decides proposals one by one, each in its transaction, so that one that can't be decided stops no other. */
async function decideEach(
  deps: Deps,
  scope: WorkplaceScope,
  ids: readonly string[],
  work: (tx: Parameters<Parameters<Deps['db']['tenant']>[1]>[0], row: Proposal) => Promise<void>,
): Promise<Decided> {
  const done: string[] = [];
  const failed: Decided['failed'] = new Map();
  for (const id of new Set(ids))
    try {
      await deps.db.tenant(scope, async (tx) => {
        // In the order in which a check locks them.
        await lockMappings(tx, scope.workplaceId);
        const [row] = await lockProposals(tx, scope.workplaceId, [id]);
        if (!row) throw refusal('PROPOSAL_NOT_FOUND');
        await work(tx, row);
        await publish(tx, scope.workplaceId, 'products');
      });
      done.push(id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.set(id, error);
    }
  return { done, failed };
}

/** Buys the proposed variants; accepting an applied one again changes nothing. */
export const acceptProposals = (
  deps: Deps,
  ports: HealPorts,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<Decided> =>
  decideEach(deps, scope, ids, async (tx, row) => {
    if (row.state === 'applied') return;
    if (row.state === 'closed') throw refusal('PROPOSAL_CLOSED');
    if (!row.partner) throw refusal('PROPOSAL_NO_PARTNER');
    await applyProposal(tx, deps, ports, scope, { ...row, partner: row.partner }, false);
  });

/** Keeps what is mapped; orders that were held continue. */
export const refuseProposals = (deps: Deps, scope: WorkplaceScope, ids: readonly string[]): Promise<Decided> =>
  decideEach(deps, scope, ids, async (tx, row) => {
    if (row.state === 'refused') return;
    if (row.state !== 'open') throw refusal(row.state === 'applied' ? 'PROPOSAL_APPLIED' : 'PROPOSAL_CLOSED');
    await decideProposals(tx, scope.workplaceId, [row.proposal_id], 'refused');
    if (row.held) await remapBuyers(tx, deps, scope, [row]);
  });

/** Undoes applied proposals where the mapping was not changed since. */
export const undoProposals = (
  deps: Deps,
  ports: HealPorts,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<Decided> =>
  decideEach(deps, scope, ids, async (tx, row) => {
    if (row.state === 'undone') return;
    if (row.state !== 'applied' || !row.partner || !row.applied) throw refusal('PROPOSAL_NOT_APPLIED');
    const { applied, partner } = row;
    if (!(await undoProposal(tx, deps, ports, scope, { ...row, applied, partner })))
      throw refusal('PROPOSAL_CHANGED_SINCE');
  });
