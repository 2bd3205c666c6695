/** The one rule of plans that every screen needs, beside the store selector: alone, so that they do not carry the others. */

/** A feature is part of the plan at all. */
export const isPermitted = ({ limit }: { limit: number }): boolean => limit !== 0;

/** A store may be chosen: the current one always, another with the permission to work in several. */
export const mayChooseStore = (addStore: { limit: number }, isCurrent: boolean): boolean =>
  isCurrent || isPermitted(addStore);
