import type { ProductDetail } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { StoreEditor } from './store-editor.tsx';
import { StoreSwitch } from './store-switch.tsx';
import { storeValuesQuery } from './use-store-values.ts';

/**
 * The choice of the editor between all stores and one, kept in the address. `store`: what to show instead of the common fields.
 */
export function useStoreChoice(product: ProductDetail): { control: ReactNode; store: ReactNode } {
  const { store: storeId } = useSearch({ strict: false });
  const navigate = useNavigate();
  // Not a step of its own: Back leaves the editor, which asks about unsaved values first.
  const choose = (store: string | undefined) =>
    void navigate({ to: '.', search: (now) => ({ ...now, store }), replace: true });
  const [isDirty, setIsDirty] = useState(false);
  const { data } = useQuery(storeValuesQuery(product.id));
  const entry = data?.items.find((one) => one.store_id === storeId);
  return {
    control: <StoreSwitch product={product} value={entry?.store_id} isDirty={isDirty} onChange={choose} />,
    store: entry ? (
      <StoreEditor key={entry.store_id} product={product} entry={entry} onDirty={setIsDirty} />
    ) : undefined,
  };
}
