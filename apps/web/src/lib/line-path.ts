const EDGE = 2;

/** SVG path through values, with `least` at the bottom and `most` at the top; empty for fewer than two. */
export function linePath(
  values: readonly number[],
  width: number,
  height: number,
  least: number,
  most: number,
): string {
  if (values.length < 2) return '';
  const span = most - least || 1;
  return values
    .map((value, index) => {
      const x = (index / (values.length - 1)) * width;
      const y = EDGE + (1 - (value - least) / span) * (height - 2 * EDGE);
      return `${index === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
