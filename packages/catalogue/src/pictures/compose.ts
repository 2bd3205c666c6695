import sharp, { type OverlayOptions } from 'sharp';
import { backdropSvg, type FloorShadow } from './backdrop.ts';
import { type Cutout, cutout } from './cutout.ts';
import type { Picture } from './picture-key.ts';
import { getStage, type Placed } from './stage.ts';

interface Layer {
  data: Buffer | Uint8Array;
  width: number;
  height: number;
  left: number;
  top: number;
}

interface Box {
  width: number;
  height: number;
  left: number;
  top: number;
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** The box of an object before it is turned, in pixels. */
function boxOf(thing: Placed, cut: Cutout, size: number): Box {
  const scale = (thing.box * size) / Math.max(cut.width, cut.height);
  const [width, height] = [Math.max(1, Math.round(cut.width * scale)), Math.max(1, Math.round(cut.height * scale))];
  const foot = thing.y * size - (thing.rise ?? 0) * Math.max(0, thing.box * size - height);
  const top = thing.lying ? thing.y * size - height / 2 : foot - height;
  return { width, height, left: thing.x * size - width / 2, top };
}

/** Scales pixels into a box, mirrors, turns about the middle and softens them. */
async function draw(
  pixels: { data: Uint8Array; width: number; height: number },
  box: Box,
  thing: Placed,
  blur: number,
): Promise<Layer> {
  const { width, height } = pixels;
  let image = sharp(pixels.data, { raw: { width, height, channels: 4 } }).resize(
    Math.round(box.width),
    Math.round(box.height),
    {
      fit: 'fill',
      kernel: 'lanczos3',
    },
  );
  if (thing.mirror === true) image = image.flop();
  if (thing.turn !== undefined && thing.turn !== 0) image = image.rotate(thing.turn, { background: CLEAR });
  if (blur > 0.3) image = image.blur(blur);
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return {
    data,
    width: info.width,
    height: info.height,
    left: Math.round(box.left + box.width / 2 - info.width / 2),
    top: Math.round(box.top + box.height / 2 - info.height / 2),
  };
}

/** The part of a layer that lies in the picture (the rest cannot be composited), or nothing. */
async function clip(layer: Layer, size: number): Promise<OverlayOptions | undefined> {
  const left = Math.max(0, layer.left);
  const top = Math.max(0, layer.top);
  const width = Math.min(size, layer.left + layer.width) - left;
  const height = Math.min(size, layer.top + layer.height) - top;
  if (width <= 0 || height <= 0) return undefined;
  const raw = { width: layer.width, height: layer.height, channels: 4 } as const;
  if (width === layer.width && height === layer.height) return { input: Buffer.from(layer.data), raw, left, top };
  const input = await sharp(layer.data, { raw })
    .extract({ left: left - layer.left, top: top - layer.top, width, height })
    .raw()
    .toBuffer();
  return { input, raw: { width, height, channels: 4 }, left, top };
}

/** Composes a picture as WebP of `size` by `size` pixels. */
export async function composePicture(picture: Picture, size: number): Promise<Buffer> {
  const stage = getStage(picture);
  const layers: Layer[] = [];
  const shadows: FloorShadow[] = [];
  for (const thing of stage.things) {
    const cut = await cutout(thing.art, thing.look);
    const box = boxOf(thing, cut, size);
    if (thing.lying) {
      const pad = cut.shadow.pad * Math.max(box.width, box.height);
      const drop = 0.022 * thing.box * size;
      const under = {
        width: box.width + 2 * pad,
        height: box.height + 2 * pad,
        left: box.left - pad + drop,
        top: box.top - pad + drop * 1.6,
      };
      layers.push(await draw(cut.shadow, under, thing, 0));
    } else {
      const [from, to] =
        thing.mirror === true ? [1 - cut.base.right, 1 - cut.base.left] : [cut.base.left, cut.base.right];
      const half = Math.max(0.12, (to - from) / 2) * (box.width / size);
      shadows.push({
        x: (box.left + (box.width * (from + to)) / 2) / size,
        y: (box.top + box.height) / size - 0.004,
        half,
        depth: thing.shadow,
      });
    }
    layers.push(await draw(cut, box, thing, (thing.blur ?? 0) * size));
  }
  const overlays = await Promise.all(layers.map((layer) => clip(layer, size)));
  return sharp(Buffer.from(backdropSvg(picture.ground, stage, shadows, size)))
    .composite(overlays.filter((overlay) => overlay !== undefined))
    .removeAlpha()
    .webp({ quality: size > 400 ? 84 : 82, effort: 2, smartSubsample: true })
    .toBuffer();
}
