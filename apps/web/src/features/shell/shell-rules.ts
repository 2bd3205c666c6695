import type { NavigationEntry } from './places.ts';

/** Height of the bar on top in pixels; 0: there is none, on a phone and inside a shop's admin (rule B019). */
export const HEADER_PX = 56;
export const headerHeight = ({ mobile, embedded }: { mobile: boolean; embedded: boolean }): number =>
  mobile || embedded ? 0 : HEADER_PX;

/** Screens of the onboarding: nothing of plans and steps is shown there (rules B020 and B021). */
export const isOnboarding = (path: string): boolean => /^\/app\/ob-/.test(path);

/** The places of who works here; that of the linked stores is not there during the onboarding, which has its own (rule B109). */
export const placesDuring = (places: readonly NavigationEntry[], onboarding: boolean): readonly NavigationEntry[] =>
  onboarding ? places.filter((place) => place.key !== 'channels') : places;

/**
 * The places at the side (rules B026 to B029). Hidden ones have no line there: they are reached by the name of the product on
 * top, by a button where they belong, by their keys and the palette. In a shop's admin there is no section below, and the settings
 * stand with the rest; where nothing of billing may be seen, they are not there at all.
 */
export function getNavigation(
  places: readonly NavigationEntry[],
  { embedded, hidesBilling }: { embedded: boolean; hidesBilling: boolean },
): { top: NavigationEntry[]; bottom: NavigationEntry[] } {
  const shown = places.filter(
    (place) => (!place.hiddenAtSide || (embedded && place.shownInAdmin)) && !(place.key === 'settings' && hidesBilling),
  );
  const isExtra = (place: NavigationEntry) => place.key === 'settings' || place.operatorsOnly === true;
  return {
    top: shown.filter((place) => (place.key === 'settings' ? embedded : !place.operatorsOnly)),
    bottom: embedded ? [] : shown.filter(isExtra),
  };
}

/** The tabs of a phone (rule B031); More is not there when nothing of billing may be seen (rule B032). */
export const getTabs = (
  places: readonly NavigationEntry[],
  hidesBilling: boolean,
): { tabs: NavigationEntry[]; hasMore: boolean } => ({
  tabs: places.filter((place) => place.tab !== undefined),
  hasMore: !hidesBilling,
});

/** How far down the way back to the top appears, in pixels. */
export const BACK_TO_TOP_PX = 500;
/** The product editor keeps its own lower edge. */
const EDITOR = /^\/app\/products-(?:center|import)\/editor\//;

/** Whether the way back to the top is offered (rule B042). */
export const offersTop = (scrolled: number, path: string): boolean => scrolled > BACK_TO_TOP_PX && !EDITOR.test(path);
