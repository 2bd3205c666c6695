import { GROUNDS, type GroundId, isDark } from './grounds.ts';
import type { Stage } from './stage.ts';

/** A shadow on the floor under a standing object: middle, foot and half width, in parts of the side. */
export interface FloorShadow {
  x: number;
  y: number;
  half: number;
  depth: number;
}

function setOf(stage: Stage, deep: string, wall: string): string {
  switch (stage.set) {
    case 'podium':
      return `<ellipse cx="50" cy="86" rx="36" ry="7" fill="url(#soft)" opacity=".5"/>
        <path d="M20 71.5 V82 A30 6.2 0 0 0 80 82 V71.5 Z" fill="url(#side)"/><ellipse cx="50" cy="71.5" rx="30" ry="6.2" fill="${deep}"/>
        <ellipse cx="50" cy="71.3" rx="29.4" ry="5.8" fill="${wall}" opacity=".45"/>`;
    case 'arch':
      return `<path d="M21 66 V38 A29 29 0 0 1 79 38 V66 Z" fill="${deep}" opacity=".55"/>
        <path d="M24 66 V38 A26 26 0 0 1 76 38 V66 Z" fill="url(#inner)"/>`;
    case 'paper':
      return `<g transform="rotate(-7 50 50)"><rect x="13.5" y="14.5" width="74" height="74" rx="1.5" fill="#000" opacity=".07"/>
        <rect x="12.5" y="12.5" width="75" height="75" rx="1.5" fill="${deep}" opacity=".6"/></g>`;
    default:
      return '';
  }
}

/** Light through a window, over the ground and under the object. */
const SUN = `<g fill="#fff" opacity=".3" transform="skewX(-26) translate(30 0)">
  <rect x="22" y="-2" width="22" height="40"/><rect x="48" y="-2" width="22" height="40"/>
  <rect x="22" y="42" width="22" height="60"/><rect x="48" y="42" width="22" height="60"/></g>`;

/** The ground of a picture as SVG, with the contact shadows of what stands on it. */
export function backdropSvg(ground: GroundId, stage: Stage, shadows: readonly FloorShadow[], size: number): string {
  const [wall, floor, deep] = GROUNDS[ground];
  const ink = isDark(ground) ? '#0b0d14' : '#2a2320';
  const base =
    stage.kind === 'floor'
      ? `<rect width="100" height="100" fill="url(#wall)"/><rect y="58" width="100" height="42" fill="url(#floor)"/>`
      : `<rect width="100" height="100" fill="url(#table)"/>`;
  const contact = shadows
    .map(({ x, y, half, depth }) => {
      const [cx, cy] = [(x * 100).toFixed(2), (y * 100).toFixed(2)];
      const wide = half * 100;
      return `<ellipse cx="${cx}" cy="${cy}" rx="${(wide * 1.5).toFixed(2)}" ry="${Math.max(1.6, wide * 0.26).toFixed(2)}" fill="url(#soft)" opacity="${0.62 * depth}"/>
        <ellipse cx="${cx}" cy="${(y * 100 - 0.3).toFixed(2)}" rx="${(wide * 1.06).toFixed(2)}" ry="${Math.max(0.8, wide * 0.1).toFixed(2)}" fill="url(#soft)" opacity="${0.95 * depth}"/>`;
    })
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 100 100"><defs>
    <radialGradient id="wall" cx=".38" cy=".3" r=".95"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="${floor}"/></radialGradient>
    <linearGradient id="floor" x2="0" y2="1"><stop offset="0" stop-color="${floor}" stop-opacity="0"/><stop offset=".3" stop-color="${floor}" stop-opacity=".75"/><stop offset="1" stop-color="${floor}"/></linearGradient>
    <linearGradient id="table" x2="1" y2="1"><stop offset="0" stop-color="${wall}"/><stop offset="1" stop-color="${floor}"/></linearGradient>
    <linearGradient id="side" x2="1" y2="0"><stop offset="0" stop-color="${deep}"/><stop offset=".35" stop-color="${floor}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <linearGradient id="inner" x2="0" y2="1"><stop offset="0" stop-color="${deep}"/><stop offset="1" stop-color="${floor}"/></linearGradient>
    <radialGradient id="soft"><stop offset="0" stop-color="${ink}" stop-opacity=".55"/><stop offset=".45" stop-color="${ink}" stop-opacity=".3"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/></radialGradient>
    <radialGradient id="vignette" cx=".5" cy=".46" r=".78"><stop offset=".62" stop-color="${ink}" stop-opacity="0"/><stop offset="1" stop-color="${ink}" stop-opacity=".13"/></radialGradient>
    </defs>${base}${setOf(stage, deep, wall)}${stage.set === 'sunlit' ? SUN : ''}<rect width="100" height="100" fill="url(#vignette)"/>${contact}</svg>`;
}
