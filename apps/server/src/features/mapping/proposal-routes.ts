import { contracts, DONE, type MappingProposal, type ProposalState } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import { say } from '../../http/messages.ts';
import { type HttpApp, route } from '../../http/route.ts';
import type { Who } from '../../http/who.ts';
import type { HealPorts } from './actions/apply-proposal.ts';
import type { Decided } from './actions/decide-each.ts';
import { acceptProposals, refuseProposals, undoProposals } from './actions/decide-proposals.ts';
import { saveHealing, startCheck } from './actions/save-healing.ts';
import { findCheck, readHealing } from './healing-repo.ts';
import { listProposals } from './proposal-repo.ts';
import type { Proposal } from './tables.ts';

const TABS: Readonly<Record<'open' | 'applied' | 'refused', readonly ProposalState[]>> = {
  open: ['open'],
  applied: ['applied'],
  refused: ['refused', 'undone'],
};

const toView = ({ partner, ...row }: Proposal): MappingProposal => ({
  proposal_id: row.proposal_id,
  source: row.source,
  mode: row.mode,
  source_product_id: row.source_product_id,
  sku_id: row.source_variant_id,
  sku: row.source_sku,
  title: row.title,
  option_values: row.option_values,
  image: row.image_url,
  kind: row.kind,
  state: row.state,
  held: row.held,
  automatic: row.automatic,
  confidence: row.confidence,
  reasons: row.reasons as MappingProposal['reasons'],
  partner: partner && {
    source: partner.source,
    source_product_id: partner.source_product_id,
    sku_id: partner.source_variant_id,
    sku: partner.sku,
    title: partner.title,
    option_values: partner.option_values,
    image: partner.image_url,
    cost: { amount: partner.cost, currency: partner.currency },
  },
  found_at: row.found_at,
  decided_at: row.decided_at,
});

/** A missing variant may be mapped in every store, so members limited to some stores don't decide about it. */
function requireAllStores(who: Who): void {
  if (who.storeIds) throw new AppError('FORBIDDEN', 'PROPOSALS_ALL_STORES');
}

/** Calls about supplier variants that disappeared or were renamed. */
export function proposalRoutes(app: HttpApp, deps: Deps, ports: HealPorts): void {
  const calls = contracts.mappingProposals;

  const setting = (who: Who) =>
    deps.db.read(who.scope, async (ex) => {
      const check = await findCheck(ex, who.workplaceId);
      return {
        ...(await readHealing(ex, who.workplaceId)),
        checked_at: check?.checked_at ?? null,
        next_check_at: check && !check.checking ? check.due_at : null,
        checking: check?.checking ?? false,
      };
    });

  const answer = (who: Who, { done, failed }: Decided) => ({
    done,
    failed: Object.fromEntries(
      [...failed].map(([id, error]) => [
        id,
        { key: error.messageKey, params: error.params, text: say(who.locale, error.messageKey, error.params) },
      ]),
    ),
  });

  route(app, calls.setting, (_input, who) => setting(who));
  route(app, calls.saveSetting, async ({ body }, who, reply) => {
    requireAllStores(who);
    await saveHealing(deps, who.scope, body);
    reply.message('MAPPING_SETTING_SAVED');
    return setting(who);
  });
  route(app, calls.check, async (_input, who) => {
    requireAllStores(who);
    if (!(await startCheck(deps, who.scope))) throw new AppError('BAD_REQUEST', 'MAPPING_CHECK_OFF');
    return DONE;
  });

  route(app, calls.list, ({ query }, who) =>
    deps.db.read(who.scope, async (ex) => {
      const rows = await listProposals(ex, who.workplaceId, TABS[query.tab], query);
      const items = rows.slice(0, query.page_size).map(toView);
      const last = items.at(-1);
      return { items, ...(rows.length > query.page_size && last ? { next_cursor: last.proposal_id } : {}) };
    }),
  );

  route(app, calls.accept, async ({ body }, who) => {
    requireAllStores(who);
    return answer(who, await acceptProposals(deps, ports, who.scope, body.proposal_ids));
  });
  route(app, calls.refuse, async ({ body }, who) => {
    requireAllStores(who);
    return answer(who, await refuseProposals(deps, who.scope, body.proposal_ids));
  });
  route(app, calls.undo, async ({ body }, who) => {
    requireAllStores(who);
    return answer(who, await undoProposals(deps, ports, who.scope, body.proposal_ids));
  });
}
