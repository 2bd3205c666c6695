import type { FeatureId } from '@quayside/contracts';
import { newId } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import { addUse } from '../repo.ts';

/**
 * Records a use in the transaction of what was done. Whether the plan allows it is the gate's to say, before (`admit`) and
 * after it (`confirm`).
 */
export const recordUse = async (
  tx: Executor,
  use: { accountId: string; feature: FeatureId; amount: number; usedBy: string },
): Promise<void> => {
  await addUse(tx, { ...use, usageId: newId() });
};
