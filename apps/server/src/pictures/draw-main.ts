import { renderPicture } from '@quayside/catalogue';
import { LIBRARY_SIZE, type OwnPicture } from './own-picture.ts';

/**
 * Pre-renders images in a separate process with low priority, which also frees the image library's memory. The first
 * line of its input lists them; it exits when the input ends.
 */
let text = '';
process.stdin.setEncoding('utf8');
process.stdin.on('end', () => process.exit(1));
process.stdin.on('data', (part: string) => {
  const whole = text.includes('\n');
  text += part;
  if (whole || !text.includes('\n')) return;
  const { folder, pictures } = JSON.parse(text) as { folder: string; pictures: OwnPicture[] };
  void draw(folder, pictures).then(() => process.exit(0));
});

async function draw(folder: string, pictures: readonly OwnPicture[]): Promise<void> {
  for (const { key, size } of pictures) {
    // An image that can't be rendered fails on request too.
    if (size !== LIBRARY_SIZE) await renderPicture(key, { size }, folder).catch(() => undefined);
  }
}
