import type { LinkProps } from '@tanstack/react-router';

/** The address of a screen that takes no parameters in its path. */
export type ScreenPath = Exclude<NonNullable<LinkProps['to']>, '.' | '..' | `${string}$${string}`>;
