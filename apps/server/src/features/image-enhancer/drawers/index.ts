import { AskError, detailOf } from '../../../ai/failed.ts';
import { type Deps, getHttp } from '../../../deps.ts';
import { withoutSecrets } from '../../../jobs/reason.ts';
import { toFailure } from '../rules/drawer-failure.ts';
import { type Drawer, DrawerError } from './drawer.ts';

/** The configured model for images; undefined: none is. */
export function createDrawer(deps: Pick<Deps, 'config' | 'http'>): Drawer | undefined {
  const ai = deps.config.aiImages;
  if (!ai) return undefined;
  const http = getHttp(deps, 'live', 'ai');
  return {
    facts: { provider: ai.provider, model: ai.model },
    async draw(image, request, signal) {
      const { askImage } = await import('./ask-image.ts');
      return askImage(ai, http, image, request, signal).catch((error: unknown) => {
        if (!(error instanceof AskError)) throw error;
        throw new DrawerError(toFailure(error.failed, withoutSecrets(detailOf(error.failed))));
      });
    },
  };
}
