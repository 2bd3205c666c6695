import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pick } from './catalogue.ts';

const SIDE = 800;
const require = createRequire(import.meta.url);

const backdrop = (hue: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><defs>
    <radialGradient id="g" cx="50%" cy="42%" r="75%"><stop offset="0" stop-color="hsl(${hue} 30% 97%)"/>
    <stop offset="1" stop-color="hsl(${hue} 24% 84%)"/></radialGradient></defs>
    <rect width="100%" height="100%" fill="url(#g)"/><ellipse cx="400" cy="640" rx="210" ry="26" fill="hsl(${hue} 20% 70%)" opacity="0.5"/></svg>`);

/** A product's picture: a 3D render (@lobehub/fluent-emoji-3d) on a soft ground; made once, kept in the data folder. */
export async function getPicture(dataDir: string, pid: string, code: string): Promise<Buffer> {
  const file = join(dataDir, 'cj-pictures', `${pid}.jpg`);
  if (existsSync(file)) return readFileSync(file);
  // Loaded with the first picture: most sandboxes never draw one.
  const { default: sharp } = await import('sharp');
  const assets = join(dirname(require.resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets');
  const object = await sharp(join(assets, `${code}.webp`))
    .resize(480, 480, { fit: 'inside' })
    .toBuffer();
  const made = await sharp(backdrop(pick(pid, 360)))
    .composite([{ input: object, gravity: 'centre' }])
    .jpeg({ quality: 84 })
    .toBuffer();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, made);
  return made;
}
