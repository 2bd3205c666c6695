import { convertPicture } from './convert-picture.ts';

/** Converts uploads in a process of its own, one after the other; ends with the process that started it. */
interface Order {
  bytes: Uint8Array;
  isMobile: boolean;
}

process.on('disconnect', () => process.exit(0));
process.on('message', ({ bytes, isMobile }: Order) => {
  void convertPicture(bytes, isMobile).then((result) => process.send?.(result));
});
