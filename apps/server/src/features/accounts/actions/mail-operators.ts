import type { MessageParams } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { NewMail } from '../../mail/index.ts';
import { findOperators } from '../queries/find-operators.ts';
import { mailOwners } from './mail-owners.ts';

/** Emails the operators who have claimed their accounts. */
export async function mailOperators(
  deps: Deps,
  tx: Executor,
  kind: NewMail['kind'],
  params: MessageParams,
): Promise<void> {
  await mailOwners(deps, tx, await findOperators(tx, deps.config.operators), kind, () => params);
}
