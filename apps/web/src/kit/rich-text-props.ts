export interface RichTextProps {
  /** HTML, as the server keeps and cleans it. */
  value: string;
  onChange(html: string): void;
  label: string;
  /** Pixels. */
  minHeight?: number;
}
