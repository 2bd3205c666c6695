export interface ChartSeries {
  key: string;
  label: string;
  /** The line that the eye follows; the others are drawn light. One per chart. */
  accent?: boolean;
}

export interface ChartProps {
  /** One entry per point: `at` (ISO day) and a number per series. */
  points: readonly (Record<string, number | string> & { at: string })[];
  series: readonly ChartSeries[];
  /** How values are written in axis, tooltip and table. */
  format(value: number): string;
  /** How values are written at the axis, shorter; as `format` by default. */
  formatAxis?(value: number): string;
  /** How days are written. */
  formatAt(at: string): string;
  label: string;
  /** The span in words: "Last 30 days". */
  span: string;
  height?: number;
  /** The last point is a day that isn't over: its line is dotted. */
  isLastOpen?: boolean;
}
