import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { decideProposals, lockProposals } from '../proposal-repo.ts';
import { applyProposal, type HealPorts, undoProposal } from './apply-proposal.ts';
import { type Decided, decideEach } from './decide-each.ts';
import { remapBuyers } from './hold-orders.ts';

const refusal = (key: string): AppError => new AppError('BAD_REQUEST', key);

const PROPOSALS = { lock: lockProposals, notFound: 'PROPOSAL_NOT_FOUND' };

/** Buys the proposed variants; accepting an applied one again changes nothing. */
export const acceptProposals = (
  deps: Deps,
  ports: HealPorts,
  scope: WorkplaceScope,
  ids: readonly string[],
): Promise<Decided> =>
  decideEach(deps, scope, ids, PROPOSALS, async (tx, row) => {
    if (row.state === 'applied') return;
    if (row.state === 'closed') throw refusal('PROPOSAL_CLOSED');
    if (!row.partner) throw refusal('PROPOSAL_NO_PARTNER');
    await applyProposal(tx, deps, ports, scope, { ...row, partner: row.partner }, false);
  });

/** Keeps what is mapped; orders that were held continue. */
export const refuseProposals = (deps: Deps, scope: WorkplaceScope, ids: readonly string[]): Promise<Decided> =>
  decideEach(deps, scope, ids, PROPOSALS, async (tx, row) => {
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
  decideEach(deps, scope, ids, PROPOSALS, async (tx, row) => {
    if (row.state === 'undone') return;
    if (row.state !== 'applied' || !row.partner || !row.applied) throw refusal('PROPOSAL_NOT_APPLIED');
    const { applied, partner } = row;
    if (!(await undoProposal(tx, deps, ports, scope, { ...row, applied, partner })))
      throw refusal('PROPOSAL_CHANGED_SINCE');
  });
