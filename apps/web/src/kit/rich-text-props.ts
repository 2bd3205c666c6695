export interface RichTextProps {
  /** HTML as sanitized by the server. */
  value: string;
  onChange(html: string): void;
  label: string;
  /** Pixels. */
  minHeight?: number;
}
