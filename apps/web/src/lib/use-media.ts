import { useSyncExternalStore } from 'react';
import { MOBILE_BELOW_PX } from '../theme/layout.ts';

function mediaStore(query: string) {
  const media = matchMedia(query);
  return {
    subscribe(onChange: () => void) {
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    read: () => media.matches,
  };
}

const stores = new Map<string, ReturnType<typeof mediaStore>>();

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  let store = stores.get(query);
  if (!store) {
    store = mediaStore(query);
    stores.set(query, store);
  }
  return useSyncExternalStore(store.subscribe, store.read);
}

/** Below 768 px: lists become cards, panels become sheets. */
export const useIsMobile = () => useMedia(`(max-width: ${MOBILE_BELOW_PX - 0.02}px)`);
