import type { Executor, WorkplaceScope } from '../../db/index.ts';
import type { Quota } from '../plans/index.ts';
import type { ProductPorts } from '../products/index.ts';

/** What product files ask of other features; compose.ts plugs them in. */
export interface ProductFilePorts extends Pick<ProductPorts, 'isWatched'> {
  quota: Quota;
  /** Products came from a file that were not there before; called in the transaction that writes them. */
  onImported(tx: Executor, scope: WorkplaceScope, productIds: readonly string[]): Promise<void>;
}
