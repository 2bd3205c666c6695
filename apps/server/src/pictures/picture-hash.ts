/** Pixels that a hash is made of: `WIDE` by `HIGH` in gray, row by row. */
export const WIDE = 9;
export const HIGH = 8;
/** Neighbors that differ by less are equal: compression changes even plain grounds that much. */
const MARGIN = 8;
/** Two bits for each of 64 comparisons. */
const DIGITS = 32;
/** With fewer edges a picture is a color, a gradient or a mere outline: its hash would be that of many others. */
const LEAST_EDGES = 24;
const LEAST_OF_A_KIND = 6;

const countBits = (bits: bigint): number => {
  let left = bits;
  let count = 0;
  for (; left > 0n; left &= left - 1n) count += 1;
  return count;
};

/**
 * The difference hash of a picture: where a pixel is darker, and where brighter, than the one to its right, in hexadecimal. It stays
 * nearly the same when a picture is resized, recompressed or brightened. undefined: too plain to be compared.
 */
export function differenceHash(gray: Uint8Array): string | undefined {
  let rising = 0n;
  let falling = 0n;
  for (let row = 0; row < HIGH; row += 1)
    for (let column = 0; column < WIDE - 1; column += 1) {
      const at = row * WIDE + column;
      const step = (gray[at + 1] ?? 0) - (gray[at] ?? 0);
      rising = (rising << 1n) | (step > MARGIN ? 1n : 0n);
      falling = (falling << 1n) | (step < -MARGIN ? 1n : 0n);
    }
  const [up, down] = [countBits(rising), countBits(falling)];
  if (up < LEAST_OF_A_KIND || down < LEAST_OF_A_KIND || up + down < LEAST_EDGES) return undefined;
  return ((rising << 64n) | falling).toString(16).padStart(DIGITS, '0');
}

/** How many bits of two hashes differ, from 0 to 128. */
export const hashDistance = (a: string, b: string): number => countBits(BigInt(`0x${a}`) ^ BigInt(`0x${b}`));
