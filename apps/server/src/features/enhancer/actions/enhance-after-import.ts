import type { AfterImport } from '../../products/index.ts';
import { sendImported } from '../imported.ts';
import { enhanceImportedJob } from '../jobs/enhance-imported.ts';
import { ruleIsOn } from '../setting-repo.ts';

/** Enqueues automatic enhancement of imported products, if enabled. */
export const enhanceAfterImport: AfterImport = {
  wanted: ruleIsOn,
  run: (tx, deps, scope, productIds) => sendImported(tx, deps, enhanceImportedJob, scope, productIds),
};
