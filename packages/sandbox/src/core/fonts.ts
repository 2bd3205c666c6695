import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';

const require = createRequire(import.meta.url);
const FILES = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2C60-2C7F,U+A720-A7FF',
} as const;

/** The faces of Inter, for the sandbox's pages: they look the same on a machine without any font. */
export const FONT_FACES = Object.entries(FILES)
  .map(
    ([name, range]) =>
      `@font-face{font-family:Inter;font-weight:100 900;font-display:swap;src:url(/fonts/${name}.woff2) format("woff2");unicode-range:${range}}`,
  )
  .join('');

/** Serves the font files from their npm package, at /fonts/{latin,latin-ext}.woff2. */
export function addFonts(app: FastifyInstance): void {
  for (const name of Object.keys(FILES)) {
    app.get(`/fonts/${name}.woff2`, async (_request, reply) => {
      const file = require.resolve(`@fontsource-variable/inter/files/inter-${name}-wght-normal.woff2`);
      return reply
        .type('font/woff2')
        .header('cache-control', 'public, max-age=604800')
        .send(await readFile(file));
    });
  }
}
