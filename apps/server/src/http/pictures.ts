import { mkdirSync } from 'node:fs';
import { pictureFolder } from '../pictures/draw-ahead.ts';
import { ownPictureOf } from '../pictures/own-picture.ts';
import type { HttpApp } from './route.ts';

/** Images of the Quayside catalog, rendered on first use unless pre-rendered, and cached in the data folder. */
export function servePictures(app: HttpApp, dataDir: string): void {
  const cacheDir = pictureFolder(dataDir);
  mkdirSync(cacheDir, { recursive: true });
  app.fastify.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const wanted = ownPictureOf(request.params.name);
    if (!wanted) return reply.code(404).send();
    try {
      // Loaded on first use: the image library costs memory that an idle server should not pay.
      const { renderPicture } = await import('@quayside/catalogue');
      const picture = await renderPicture(wanted.key, { size: wanted.size }, cacheDir);
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(picture);
    } catch {
      return reply.code(404).send();
    }
  });
}
