import { Bookmark, BookmarkX, type LucideIcon } from 'lucide-react';
import { forwardRef } from 'react';
import type { Mark } from './order-change.ts';

const inColor = (color: string): LucideIcon =>
  forwardRef((props, ref) => <Bookmark {...props} ref={ref} color={color} fill={color} />);

/** Icons of the marks in their colors, for menus. */
export const MARK_ICONS: Readonly<Record<Mark, LucideIcon>> = {
  none: BookmarkX,
  grey: inColor('var(--closed)'),
  green: inColor('var(--done)'),
  red: inColor('var(--broken)'),
};
