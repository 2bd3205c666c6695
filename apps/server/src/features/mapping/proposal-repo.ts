import type { ProposalState } from '@quayside/contracts';
import { isId } from '@quayside/kernel';
import { type Executor, json, raw, sql } from '../../db/index.ts';
import type { Applied, Proposal, SourceVariantKey, UsedVariant } from './tables.ts';

const PROPOSAL =
  raw(`proposal_id, source, mode, source_product_id, source_variant_id, source_sku, title, option_values, image_url,
  kind, partner, confidence, reasons, state, held, applied, automatic, found_at, decided_at`);

/** Proposals in these states, newest first. One extra row indicates another page. */
export function listProposals(
  ex: Executor,
  workplaceId: string,
  states: readonly ProposalState[],
  page: { cursor?: string | undefined; page?: number | undefined; page_size: number },
): Promise<Proposal[]> {
  const after = page.cursor && isId(page.cursor) ? sql`and proposal_id < ${page.cursor}::uuid` : sql``;
  const skip = !page.cursor && page.page ? (page.page - 1) * page.page_size : 0;
  return ex.rows<Proposal>(sql`select ${PROPOSAL} from mapping_proposal
    where workplace_id = ${workplaceId} and state = any(${[...states]}::text[]) ${after}
    order by proposal_id desc limit ${page.page_size + 1} offset ${skip}`);
}

/** Proposals by id, locked in one order for all callers. */
export const lockProposals = (tx: Executor, workplaceId: string, ids: readonly string[]): Promise<Proposal[]> =>
  tx.rows<Proposal>(sql`select ${PROPOSAL} from mapping_proposal
    where workplace_id = ${workplaceId} and proposal_id = any(${[...ids]}::uuid[]) order by proposal_id for update`);

/** Proposals of supplier products that are open or decided against, locked. */
export const lockCurrentProposals = (
  tx: Executor,
  workplaceId: string,
  from: Pick<SourceVariantKey, 'source' | 'mode'>,
  sourceProductIds: readonly string[],
): Promise<Proposal[]> =>
  tx.rows<Proposal>(sql`select ${PROPOSAL} from mapping_proposal
    where workplace_id = ${workplaceId} and source = ${from.source} and mode = ${from.mode}
      and source_product_id = any(${[...sourceProductIds]}::text[]) and state in ('open', 'refused', 'undone')
    order by proposal_id for update`);

export type NewProposal = UsedVariant &
  Pick<Proposal, 'proposal_id' | 'kind' | 'partner' | 'confidence' | 'reasons' | 'held'>;

export async function insertProposals(tx: Executor, workplaceId: string, rows: readonly NewProposal[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`insert into mapping_proposal (workplace_id, proposal_id, source, mode, source_product_id, source_variant_id,
      source_sku, title, option_values, image_url, kind, partner, confidence, reasons, held)
    select ${workplaceId}, r.proposal_id, r.source, r.mode, r.source_product_id, r.source_variant_id, r.source_sku, r.title,
      array(select jsonb_array_elements_text(r.option_values)), r.image_url, r.kind, nullif(r.partner, 'null'::jsonb), r.confidence,
      array(select jsonb_array_elements_text(r.reasons)), r.held
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(proposal_id uuid, source text, mode text, source_product_id text,
      source_variant_id text, source_sku text, title text, option_values jsonb, image_url text, kind text, partner jsonb,
      confidence integer, reasons jsonb, held boolean) returning 1`);
}

/** Replaces what an undecided or refused proposal proposes. It is open again. */
export const updateProposal = (
  tx: Executor,
  workplaceId: string,
  { confidence, held, kind, partner, proposal_id: id, reasons }: Omit<NewProposal, keyof UsedVariant>,
): Promise<number> =>
  tx.run(sql`update mapping_proposal set kind = ${kind}, partner = ${partner ? json(partner) : null}, confidence = ${confidence},
      reasons = ${[...reasons]}, held = ${held}, state = 'open', decided_at = null
    where workplace_id = ${workplaceId} and proposal_id = ${id}`);

/** Ends proposals in a state; their orders are held no longer. */
export const decideProposals = (
  tx: Executor,
  workplaceId: string,
  ids: readonly string[],
  state: Exclude<ProposalState, 'open' | 'applied'>,
): Promise<number> =>
  tx.run(sql`update mapping_proposal set state = ${state}, held = false, decided_at = now()
    where workplace_id = ${workplaceId} and proposal_id = any(${[...ids]}::uuid[])`);

export const saveApplied = (
  tx: Executor,
  workplaceId: string,
  proposalId: string,
  applied: Applied,
  automatic: boolean,
): Promise<number> =>
  tx.run(sql`update mapping_proposal set state = 'applied', held = false, applied = ${json(applied)}, automatic = ${automatic},
      decided_at = now()
    where workplace_id = ${workplaceId} and proposal_id = ${proposalId}`);

/** Holds or frees open proposals. */
export const setHeld = (tx: Executor, workplaceId: string, ids: readonly string[], held: boolean): Promise<number> =>
  tx.run(sql`update mapping_proposal set held = ${held} where workplace_id = ${workplaceId} and state = 'open'
    and proposal_id = any(${[...ids]}::uuid[])`);

/** All open proposals, locked: for a change of the setting. */
export const lockOpenProposals = (tx: Executor, workplaceId: string): Promise<Proposal[]> =>
  tx.rows<Proposal>(sql`select ${PROPOSAL} from mapping_proposal where workplace_id = ${workplaceId} and state = 'open'
    order by proposal_id for update`);

type VariantName = Omit<SourceVariantKey, 'source'> & { source: string };

const keyOf = (name: VariantName): string =>
  JSON.stringify([name.source, name.mode, name.source_product_id, name.source_variant_id]);

/** Which of some supplier variants orders must not buy until their proposals are decided. */
export async function heldVariants(
  ex: Executor,
  workplaceId: string,
  names: readonly VariantName[],
): Promise<(name: VariantName) => boolean> {
  if (names.length === 0) return () => false;
  const rows =
    await ex.rows<SourceVariantKey>(sql`select source, mode, source_product_id, source_variant_id from mapping_proposal
    where workplace_id = ${workplaceId} and held
      and source_product_id = any(${[...new Set(names.map((one) => one.source_product_id))]}::text[])`);
  const held = new Set(rows.map(keyOf));
  return (name) => held.has(keyOf(name));
}
