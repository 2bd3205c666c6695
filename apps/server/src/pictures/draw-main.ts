import { renderPicture } from '@quayside/catalogue';
import type { OwnPicture } from './own-picture.ts';

/**
 * Draws pictures that nobody has asked for yet: a process of its own, so that it can stand back behind everything else and
 * the image library's memory goes with it. The first line of its input names them; when the input ends, so does it.
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
    // One that cannot be drawn is not there for who asks for it either.
    await renderPicture(key, { size }, folder).catch(() => undefined);
  }
}
