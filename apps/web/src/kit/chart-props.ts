export interface ChartSeries {
  key: string;
  label: string;
  /** Draws the line in the accent color, others lighter. One per chart. */
  accent?: boolean;
}

export interface ChartProps {
  /** One entry per point: `at` (ISO day, or what `formatAt` takes) and a number per series. */
  points: readonly (Record<string, number | string> & { at: string })[];
  series: readonly ChartSeries[];
  /** Formats values in axis, tooltip and table. */
  format(value: number): string;
  /** Shorter format for the axis; default `format`. */
  formatAxis?(value: number): string;
  /** Formats `at`. */
  formatAt(at: string): string;
  /** Header of its column in the table; default "Day". */
  atLabel?: string;
  label: string;
  /** The period in words: "Last 30 days". */
  span: string;
  height?: number;
  /** The last point is a day or hour that isn't over: its line is dotted, and labels say so. */
  isLastOpen?: boolean;
}
