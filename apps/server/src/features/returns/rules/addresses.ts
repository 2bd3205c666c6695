/** The address for some items: their supplier's, if they have one supplier, else the store's, else the workspace's. */
export function pickAddress<A extends { store_id: string | null; source: string | null }>(
  addresses: readonly A[],
  { storeId, sources }: { storeId: string; sources: readonly (string | null)[] },
): A | undefined {
  const [source, ...others] = new Set(sources);
  return (
    (source && others.length === 0 ? addresses.find((one) => one.source === source) : undefined) ??
    addresses.find((one) => one.store_id === storeId) ??
    addresses.find((one) => one.store_id === null && one.source === null)
  );
}
