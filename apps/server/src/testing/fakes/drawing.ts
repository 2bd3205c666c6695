const EDGE = 600;
const CIRCLES = 14;

/** An SVG of circles in shades of gray that differ with the seed. */
export function drawSvg(seed: number): Buffer {
  const circles = Array.from({ length: CIRCLES }, (_none, at) => {
    const value = (n: number) => Math.abs(Math.sin(seed * 12.9898 + at * 78.233 + n * 37.719)) * EDGE;
    const shade = Math.floor(Math.abs(Math.sin(seed + at * 3.7)) * 220);
    return `<circle cx="${value(1)}" cy="${value(2)}" r="${40 + value(3) / 8}" fill="rgb(${shade},${shade},${shade})"/>`;
  });
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${EDGE}" height="${EDGE}" viewBox="0 0 ${EDGE} ${EDGE}">
    <rect width="${EDGE}" height="${EDGE}" fill="white"/>${circles.join('')}</svg>`);
}
