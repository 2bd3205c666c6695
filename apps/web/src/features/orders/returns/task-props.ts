import type { Return } from '@quayside/contracts';

/** A step of a return in a drawer or a dialog over the page. */
export interface ReturnTaskProps {
  one: Return;
  open: boolean;
  onClose(): void;
}
