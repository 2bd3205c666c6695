import { mkdirSync } from 'node:fs';
import { pictureFolder } from '../pictures/draw-ahead.ts';
import { getOwnPicture } from '../pictures/own-picture.ts';
import { readOwnPicture } from '../pictures/read-own-picture.ts';
import type { HttpApp } from './route.ts';

/** Images of imported products, and those of the made-up catalog, rendered on first use unless pre-rendered, and cached in the data folder. */
export function servePictures(app: HttpApp, dataDir: string): void {
  mkdirSync(pictureFolder(dataDir), { recursive: true });
  app.fastify.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const wanted = getOwnPicture(request.params.name);
    if (!wanted) return reply.code(404).send();
    try {
      const picture = await readOwnPicture(dataDir, wanted);
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(picture);
    } catch {
      return reply.code(404).send();
    }
  });
}
