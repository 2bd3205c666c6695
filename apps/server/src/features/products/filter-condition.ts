import type { contracts, ServerSide } from '@quayside/contracts';
import type { Sql } from '../../db/index.ts';
import type { ProductPorts } from './ports.ts';
import { isMatching, type ProductFilter } from './queries/list-products.ts';

/** The filter of a product list, as the list and everything that works on all it matches take it. */
type Filter = ServerSide<(typeof contracts.bulkPushes)['pushAll']>['body']['filter'];

/** The state and the watching of a list's filter in our terms. */
export const toProductFilter = (
  ports: Pick<ProductPorts, 'isWatched'>,
  workplaceId: string,
  { state, watch }: Pick<Filter, 'state' | 'watch'>,
): ProductFilter => ({
  ...(watch ? { watch: ports.isWatched(workplaceId, watch) } : {}),
  ...(state === 'all' || state === 'failed' ? {} : { states: [state] }),
  failed: state === 'failed',
});

/** The condition on products, whose row is `p`, that match a filter. */
export const filterCondition =
  (ports: Pick<ProductPorts, 'isWatched'>) =>
  (workplaceId: string, { state, watch, ...filter }: Filter): Sql =>
    isMatching(workplaceId, { ...filter, ...toProductFilter(ports, workplaceId, { state, watch }) });
