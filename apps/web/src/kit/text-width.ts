let pen: CanvasRenderingContext2D | null | undefined;

/** Width of a text in the page's font, in pixels. `size`: font size in pixels. */
export function textWidth(text: string, size: number): number {
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * size * 0.6;
  pen.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return pen.measureText(text).width;
}
