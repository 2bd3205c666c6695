import type { ProductDetail } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { StoreEditor } from './store-editor.tsx';
import { StoreSwitch } from './store-switch.tsx';
import { storeValuesQuery } from './use-store-values.ts';

/** The choice of the editor between all stores and one. `store`: what to show instead of the common fields. */
export function useStoreChoice(product: ProductDetail): { control: ReactNode; store: ReactNode } {
  const [storeId, setStoreId] = useState<string>();
  const [isDirty, setIsDirty] = useState(false);
  const { data } = useQuery(storeValuesQuery(product.id));
  const entry = data?.items.find((one) => one.store_id === storeId);
  return {
    control: <StoreSwitch product={product} value={entry?.store_id} isDirty={isDirty} onChange={setStoreId} />,
    store: entry ? (
      <StoreEditor key={entry.store_id} product={product} entry={entry} onDirty={setIsDirty} />
    ) : undefined,
  };
}
