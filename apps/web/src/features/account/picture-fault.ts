import { PICTURE_FILE } from '@quayside/contracts/picture-file.ts';

export type PictureFault = 'tooLarge' | 'noPicture';

const TYPES: readonly string[] = PICTURE_FILE.types;

/** What is wrong with a file that was chosen as a picture, before it is opened; the server looks at its bytes as well. */
export function pictureFault({ size, type }: { size: number; type: string }): PictureFault | undefined {
  if (!TYPES.includes(type)) return 'noPicture';
  return size > PICTURE_FILE.most ? 'tooLarge' : undefined;
}
