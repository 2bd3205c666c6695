/** A collection or category of a store. */
export interface StoreCollection {
  id: string;
  title: string;
  /** The category above it; absent: top level, or the platform has no levels. */
  parentId?: string;
  /** false: the store fills it by its own rules, so products can't be put there. */
  isAssignable: boolean;
}

/** The collections that a listing shall be in. */
export interface WantedCollections {
  ids: readonly string[];
  /** Those of them that are joined again although the merchant took the product out. */
  again: readonly string[];
}

/** Where a product is after a write. */
export interface CollectionMembership {
  /** Wanted collections that the product is in. */
  joined: string[];
  /** Wanted ones that the merchant took the product out of, so it stays out. */
  left: string[];
  /** Wanted ones that the store deleted. */
  gone: string[];
  /** Wanted ones that the store refused, with its reason. */
  refused: { id: string; reason: string }[];
}

export interface CollectionPlan {
  join: string[];
  leave: string[];
  /** Wanted ones that the merchant took the product out of. */
  left: string[];
  /** The record of what we put there, once the plan is carried out. */
  put: string[];
}

/**
 * Compares the wanted collections with those that we put the product into earlier and those that it is in. What the merchant
 * added stays, and what the merchant removed isn't added back.
 */
export function planCollections(
  { ids, again }: WantedCollections,
  put: readonly string[],
  there: readonly string[],
): CollectionPlan {
  const wanted = [...new Set(ids)];
  const left = wanted.filter((id) => put.includes(id) && !there.includes(id) && !again.includes(id));
  const join = wanted.filter((id) => !there.includes(id) && !left.includes(id));
  return {
    join,
    leave: put.filter((id) => there.includes(id) && !wanted.includes(id)),
    left,
    put: wanted.filter((id) => put.includes(id) || join.includes(id)),
  };
}
