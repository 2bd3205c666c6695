import { createRouter } from '@tanstack/react-router';
import { parseSearch, stringifySearch } from '../lib/url-state.ts';
import { galleryRoute, routeTree } from './routes.tsx';

if (import.meta.env.DEV) {
  const known = routeTree.children as unknown as ReturnType<typeof galleryRoute>[];
  routeTree.addChildren([...Object.values(known), galleryRoute()]);
}

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultPendingMs: 150,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
