/** The plan rules of the store selector, which every screen needs. Separate, so that screens don't load the others. */

/** Whether a feature is part of the plan. */
export const isPermitted = ({ limit }: { limit: number }): boolean => limit !== 0;

/** Whether a store can be selected: the current one always, others with the multi-store permission. */
export const mayChooseStore = (addStore: { limit: number }, isCurrent: boolean): boolean =>
  isCurrent || isPermitted(addStore);
