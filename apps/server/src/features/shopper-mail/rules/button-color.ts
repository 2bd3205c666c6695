const channel = (hex: string): number => {
  const value = Number.parseInt(hex, 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** The text color that is readable on a button of a color (#rrggbb). Source: WCAG 2.2, relative luminance. */
export function textOn(color: string): '#ffffff' | '#12212b' {
  const [r, g, b] = [1, 3, 5].map((at) => channel(color.slice(at, at + 2)));
  const luminance = 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
  return 1.05 / (luminance + 0.05) >= 4.5 ? '#ffffff' : '#12212b';
}
