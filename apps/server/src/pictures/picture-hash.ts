/** Bits of a hash: 8 rows of 8 comparisons of neighbors. */
const BITS = 64;
/** With fewer bits of one kind a picture is one color, or a gradient: its hash would be that of many others. */
const LEAST_DETAIL = 6;

/** Pixels that a hash is made of: `WIDE` by `HIGH` in gray, row by row. */
export const WIDE = 9;
export const HIGH = 8;

const countBits = (bits: bigint): number => {
  let left = bits;
  let count = 0;
  for (; left > 0n; left &= left - 1n) count += 1;
  return count;
};

/**
 * The difference hash of a picture: whether each pixel is darker than the one to its right, in hexadecimal. It stays nearly the same
 * when a picture is resized, recompressed or brightened. undefined: too plain to be compared.
 */
export function differenceHash(gray: Uint8Array): string | undefined {
  let bits = 0n;
  for (let row = 0; row < HIGH; row += 1)
    for (let column = 0; column < WIDE - 1; column += 1) {
      const at = row * WIDE + column;
      bits = (bits << 1n) | ((gray[at] ?? 0) < (gray[at + 1] ?? 0) ? 1n : 0n);
    }
  const set = countBits(bits);
  return set < LEAST_DETAIL || set > BITS - LEAST_DETAIL ? undefined : bits.toString(16).padStart(BITS / 4, '0');
}

/** How many bits of two hashes differ, from 0 to 64. */
export const hashDistance = (a: string, b: string): number => countBits(BigInt(`0x${a}`) ^ BigInt(`0x${b}`));
