import { mkdirSync } from 'node:fs';
import type { Deps } from '../deps.ts';
import { pictureFolder } from '../files/blob-store.ts';
import { getOwnPicture } from '../pictures/own-picture.ts';
import { readOwnPicture } from '../pictures/read-own-picture.ts';
import type { HttpApp } from './route.ts';

/** Images of imported products, and those of the made-up catalog, rendered on first use unless pre-rendered, and kept. */
export function servePictures(app: HttpApp, deps: Pick<Deps, 'config' | 'http'>): void {
  mkdirSync(pictureFolder(deps.config.dataDir), { recursive: true });
  app.fastify.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const wanted = getOwnPicture(request.params.name);
    const picture = wanted && (await readOwnPicture(deps, wanted));
    if (!picture) return reply.code(404).send();
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(picture);
  });
}
