import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { remapLinesJob } from '../../orders/index.ts';
import { storeVariantsOfSource } from '../../products/index.ts';
import { findMappedBy } from '../healing-repo.ts';
import type { SourceVariantKey } from '../tables.ts';

/** Variants per job, so that its payload stays small. */
const PER_JOB = 100;

/** Has open orders with these variants of stores matched again. */
export async function remapVariants(
  tx: Executor,
  { queue }: Pick<Deps, 'queue'>,
  { accountId, workplaceId }: WorkplaceScope,
  variants: readonly { store_id: string; external_variant_id: string }[],
): Promise<void> {
  const jobs = [...Map.groupBy(variants, (one) => one.store_id)].flatMap(([storeId, own]) => {
    const ids = [...new Set(own.map((one) => one.external_variant_id))];
    return Array.from({ length: Math.ceil(ids.length / PER_JOB) }, (_none, at) => ({
      accountId,
      workplaceId,
      storeId,
      variants: ids.slice(at * PER_JOB, (at + 1) * PER_JOB),
    }));
  });
  if (jobs.length > 0) await queue.sendMany(tx, remapLinesJob, jobs);
}

/** After supplier variants were held or freed: open orders that buy them wait, or continue. */
export async function remapBuyers(
  tx: Executor,
  deps: Pick<Deps, 'queue'>,
  scope: WorkplaceScope,
  names: readonly SourceVariantKey[],
): Promise<void> {
  const variants: { store_id: string; external_variant_id: string }[] = [];
  for (const name of names)
    variants.push(
      ...(await findMappedBy(tx, scope.workplaceId, name)),
      ...(await storeVariantsOfSource(tx, scope.workplaceId, name)),
    );
  await remapVariants(tx, deps, scope, variants);
}
